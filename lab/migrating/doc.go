// Package migrating holds the code that docs/migrating.md shows: for each way
// to pool, a package before and a package after, and a test that both do the
// same.
//
//	go test ./lab/migrating/...                        # also that the page shows this code
//	go test ./lab/migrating -run TestPage -update      # after a change
package migrating
