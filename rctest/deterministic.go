package rctest

import (
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool/internal/sampling"
)

// Deterministic makes every pool predictable until the test ends: Get returns
// the object that was released last, and no object is dropped, not even under
// the race detector, where a sync.Pool drops some on purpose. A test can use it
// to show that a request does not see what the previous one left in an object.
//
// While pools are deterministic no lease is checked, so Deterministic fails a
// test that also calls [NoLeaks]. It fails a test that is parallel, because it
// affects the whole process.
func Deterministic(t testing.TB) {
	t.Helper()
	alone(t, "Deterministic", "Remove t.Parallel from this test.")
	if counting.Load() > 0 || watched.watches(t.Name()) {
		t.Fatalf("rctest.Deterministic does not work with rctest.NoLeaks, because no lease is checked while pools are deterministic. Use two tests.")
	}
	determined.Add(1)
	setDeterministic(true)
	t.Cleanup(func() {
		t.Helper()
		setDeterministic(determined.Add(-1) > 0)
		if inParallel() {
			t.Errorf("rctest.Deterministic was called before t.Parallel, which panics for that reason. Remove t.Parallel.")
		}
	})
}

func setDeterministic(on bool) {
	sampling.Change(func(s *sampling.Settings) { s.Deterministic = on })
}

// The numbers of running tests that called Deterministic and NoLeaks. A test and
// its subtests may both call one.
var determined, counting atomic.Int32
