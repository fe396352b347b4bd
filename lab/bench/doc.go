// Package bench measures rcpool beside what it replaces, on the same work, in the
// same run:
//
//	pool=sync    a bare sync.Pool, with the reset written by hand
//	pool=rcpool  this library
//	pool=2017    the design of the article that rcpool grew out of
//	pool=2014    the design that the article grew out of
//	pool=floor   the least that a lease can be with the guarantees of rcpool
//
// Run it from the root of the repository, and compare with benchstat:
//
//	go test -run '^$' -bench . -count 12 ./lab/bench | tee new.txt
//	benchstat -col /pool new.txt
//
// The machine should be quiet. Read ratios, not nanoseconds. Command report runs
// them in interleaved rounds, with the benchmarks of the other folders here.
package bench
