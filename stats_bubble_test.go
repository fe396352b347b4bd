//go:build go1.25

package rcpool_test

import (
	"testing"
	"testing/synctest"

	"github.com/rcpool/rcpool"
)

// Time stands still in a bubble while a goroutine runs.
func TestStats_OfAPanicInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := rcpool.Pool[message]{Reset: func(*message) { panic("on purpose") }}
		panics(p.Get().Release)
		if got := p.Stats(); got.RetiredBy.Panic != 1 {
			t.Errorf("%+v", got)
		}
	})
}
