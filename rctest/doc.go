// Package rctest helps to test code that uses rcpool. [NoLeaks] finds leaked
// leases, [Resets] finds fields that a reset does not clear, and [Deterministic]
// makes reuse predictable.
//
//	func TestHandler(t *testing.T) {
//		rctest.NoLeaks(t)
//		…
//	}
//
// Run such tests under the race detector. It checks every lease, and reports a
// use of the *T after the release as a race, with the line of the use.
//
// All functions affect the whole process, so they fail a test that is parallel.
// Call them on the goroutine of the test.
package rctest

import "testing"

// alone fails the test if it is parallel, because function affects the whole
// process. The testing package refuses environment variables in parallel tests,
// whichever comes first, so alone sets one.
func alone(t testing.TB, function string) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() != nil {
			t.Fatalf("rctest.%s does not work in a parallel test, because it affects the leases of all tests that run at the same time. "+
				"Remove t.Parallel from this test; parallel tests do not run while it runs.", function)
		}
	}()
	t.Setenv("RCPOOL_TEST", function)
}
