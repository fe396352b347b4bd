package rctest

import (
	"testing"

	"github.com/rcpool/rcpool"
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
	rcpool.SetDeterministic(true)
	t.Cleanup(func() { rcpool.SetDeterministic(false) })
}
