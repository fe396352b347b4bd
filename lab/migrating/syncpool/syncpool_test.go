package syncpool_test

import (
	"testing"

	"github.com/rcpool/rcpool/lab/migrating/syncpool/after"
	"github.com/rcpool/rcpool/lab/migrating/syncpool/before"
	"github.com/rcpool/rcpool/rctest"
)

func TestRender_IsTheSame(t *testing.T) {
	rctest.NoLeaks(t)
	for _, lines := range [][]string{nil, {"a"}, {"a", "b"}, make([]string, 2000)} {
		if was, is := before.Render(lines...), after.Render(lines...); is != was {
			t.Errorf("renders %q and %q", was, is)
		}
	}
}
