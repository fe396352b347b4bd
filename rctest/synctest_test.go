//go:build go1.25

package rctest_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool/rctest"
)

// A bubble has a clock of its own, which begins in the year 2000.
func TestNoLeaks_AroundABubble(t *testing.T) {
	quiet(t)
	f := &fake{failed: true} // so that it does not wait
	run(f, func(tb testing.TB) {
		rctest.NoLeaks(tb)
		synctest.Test(t, func(*testing.T) { forget() })
	})
	if f.said.Len() == 0 {
		t.Error("a leak in a bubble is not noticed")
	}
}

func TestNoLeaks_InABubble(t *testing.T) {
	before := events.Get()
	defer before.Release()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		run(f, func(tb testing.TB) {
			rctest.NoLeaks(tb)
			events.Get().Release()
		})
		if f.failed {
			t.Error(f.said.String())
		}
	})
}

// In a bubble of synctest, time stands still.
func TestResets_AllowsATimeThatStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		right(nil, func(c *connection) { *c = connection{Idle: time.Now()} })(t)
	})
}
