// Package rctest helps tests of code that uses rcpool: one line finds what
// leaks, one shows that a reset forgets nothing, and one makes reuse
// predictable.
//
//	func TestHandler(t *testing.T) {
//		rctest.NoLeaks(t)
//		…
//	}
//
// Run such tests under the race detector: there every lease is checked, and a
// *T that is used after the release is reported as a race, at its own line.
package rctest

import "testing"

// alone fails the test if it runs in parallel with others: what the function
// switches, or looks at, belongs to the whole process. The testing package
// says so of environment variables, in terms that it enforces in both orders,
// so setting one is the test.
func alone(t testing.TB, function string) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() != nil {
			t.Fatalf("rctest.%s must not be used in a parallel test: the leases of the tests beside it can not be told from its own. "+
				"Remove t.Parallel from this test; tests that are parallel do not run while it does.", function)
		}
	}()
	t.Setenv("RCPOOL_TEST", function)
}
