//go:build go1.25

package stdpool_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool/stdpool"
)

// Someone who keeps the channel of a released timer receives nothing.
func TestTimer_StopsAtTheRelease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p stdpool.Pools // a timer must not leave the bubble
		ref := p.Timer(time.Second)
		kept := ref.Value().C
		ref.Release()
		select {
		case <-kept:
			t.Error("ticked after the release")
		case <-time.After(2 * time.Second):
		}
	})
}
