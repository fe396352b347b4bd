// Package rctest helps to test code that uses rcpool. [NoMistakes] fails a test
// for every mistake that is reported, [NoLeaks] and [VerifyTestMain] for leases
// that leak, [AllFreed] for objects that are not freed, and [Resets] for fields
// that a reset does not clear. [Deterministic] makes reuse predictable.
//
//	func TestHandler(t *testing.T) {
//		rctest.NoMistakes(t)
//		…
//	}
//
// Run such tests under the race detector. It checks every lease, and reports a
// use of the *T after the release as a race, with the line of the use.
//
// Deterministic, and NoLeaks and NoMistakes without pools, affect the whole
// process, so they fail a test that is parallel. Call all functions on the
// goroutine of the test.
package rctest

import (
	"runtime"
	"testing"
)

// alone fails the test if it is parallel, because function affects the whole
// process. The testing package refuses environment variables in parallel tests,
// whichever comes first, so alone sets one.
func alone(t testing.TB, function, cure string) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() != nil {
			t.Fatalf("rctest.%s does not work in a parallel test, because it affects the leases of all tests that run at the same time. "+
				"%s Parallel tests do not run while it runs.", function, cure)
		}
	}()
	t.Setenv("RCPOOL_TEST", function)
}

// inParallel reports whether it is called while t.Parallel panics: by a cleanup
// function of a test that called alone before.
func inParallel() bool {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	for {
		frame, more := frames.Next()
		if frame.Function == "testing.(*T).Parallel" {
			return true
		}
		if !more {
			return false
		}
	}
}
