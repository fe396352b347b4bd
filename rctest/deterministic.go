package rctest

import (
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool/internal/sampling"
)

// Deterministic makes every pool predictable until the test ends: the object
// that was released last is leased next, and none is dropped, also not under
// the race detector, where a sync.Pool drops some on purpose. With it a test
// can show that what one request leaves behind is not seen by the next.
//
// No lease is checked meanwhile, so use NoLeaks in another test. Deterministic
// fails a test that is parallel, since it affects the whole process.
func Deterministic(t testing.TB) {
	t.Helper()
	alone(t, "Deterministic")
	if counting.Load() > 0 {
		t.Fatalf("rctest.Deterministic must not be used in a test with rctest.NoLeaks: no lease is checked while pools are deterministic. Use two tests.")
	}
	determined.Add(1)
	setDeterministic(true)
	t.Cleanup(func() { setDeterministic(determined.Add(-1) > 0) })
}

func setDeterministic(on bool) {
	sampling.Change(func(s *sampling.Settings) { s.Deterministic = on })
}

// The tests that run with Deterministic, and with NoLeaks: a test and its
// subtests can each ask.
var determined, counting atomic.Int32
