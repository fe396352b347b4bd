// Package migrating holds the code that docs/migrating.md shows: for each way
// to pool, a package before and a package after, and a test that both do the
// same. It is a module of its own, for what the packages before need.
//
//	go test ./docs/migrating/...                        # also that the page shows this code
//	go test ./docs/migrating -run TestPage -update      # after a change
package migrating
