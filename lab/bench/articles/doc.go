// Package articles repeats what three articles on pooling in Go measured: first
// in the shape in which they published it, and then fairly.
//
//   - "Why you should like sync.Pool?" (2019): JSON encoded to a buffer, bytes
//     to a bufio.Writer, JSON decoded to a struct, gzip. BenchmarkPublished has
//     its shape, written again: writers go back to the pool flushed, but neither
//     closed nor bound to another target, so that all users of the gzip.Writer
//     add to one endless stream; the side without a pool neither flushes nor
//     closes, so that it writes nothing; and structs are decoded into as they
//     are, so that what is missing in the document shows the last one's.
//     BenchmarkFair does the same work without these faults, alike on all sides.
//   - "All you need is sync.Pool" (2021): a loop of 10,000 transactions.
//     BenchmarkTransactions has it as published, with transactions that nobody
//     uses, and with transactions that do some work and are reset.
//   - The article of 2017 that rcpool grew out of: an event that one goroutine
//     creates and others consume after it. BenchmarkEvents hands over 10,000.
//     What that does to a whole service is measured by the lab.
//
// In all of them pool=none allocates, pool=sync uses a sync.Pool by hand, and
// pool=rcpool this library. To see them:
//
//	go test -run '^$' -bench . -count 12 ./lab/bench/articles | tee new.txt
//	benchstat -col /pool new.txt
//
// lab/bench/report measures them in interleaved rounds, beside the figures that the
// articles have published.
package articles

import _ "embed"

// Published are the figures of the articles, in Go's benchmark format, under
// the names that the benchmarks here have.
//
//go:embed published.txt
var Published string
