package sampling

import (
	"testing"
	"time"
)

// known returns a budget of a heap that is known.
func known(share int64) *budget {
	b := new(budget)
	b.share.Store(share)
	b.renewed.Store(1)
	return b
}

func TestBudget_BoundsBytesInASecond(t *testing.T) {
	b, n := known(minShare), int64(100<<10)
	admitted := 0
	for now := int64(2); now < int64(time.Second); now += int64(time.Millisecond) {
		if b.afford(n, now) {
			admitted++
		}
	}
	if want := 2 * minShare / int(n); admitted < want/2 || admitted > want {
		t.Errorf("admitted %d objects of %d bytes in a second", admitted, n)
	}
}

func TestBudget_BoundsWhatIsWatched(t *testing.T) {
	b, now := known(minShare), int64(2)
	b.pinned.Store(minShare - 10)
	if b.afford(11, now) {
		t.Error("admitted more than the share")
	}
	if !b.afford(10, now) {
		t.Error("refused what there is room for")
	}
	b.pinned.Store(0)
	if !b.afford(1000, now) {
		t.Error("refused when there was room again")
	}
}

func TestBudget_GiantsAreNotSampled(t *testing.T) {
	for _, test := range []struct {
		share, n int64
		want     bool
	}{
		{minShare, minShare, true},
		{minShare, minShare + 1, false},
		{1 << 30, MaxWeight, true},
		{1 << 30, MaxWeight + 1, false},
	} {
		if got := known(test.share).afford(test.n, 2); got != test.want {
			t.Errorf("an object of %d bytes, a share of %d: %v", test.n, test.share, got)
		}
	}
}

func TestRate_All(t *testing.T) {
	for _, test := range []struct {
		process, own int
		want         bool
	}{{1, -1, true}, {2, -1, false}, {0, -1, false}, {1, 2, false}, {2, 1, true}} {
		set(t, func(s *Settings) { s.OneIn = test.process })
		var r Rate
		r.Set(test.own)
		if r.All() != test.want {
			t.Errorf("process %d, pool %d: All is %v", test.process, test.own, r.All())
		}
	}
}

func TestPin_CountsUntilUnpin(t *testing.T) {
	before := bytes.pinned.Load()
	Pin(100)
	if got := bytes.pinned.Load() - before; got != 100 {
		t.Errorf("%d bytes are pinned", got)
	}
	if Unpin(100); bytes.pinned.Load() != before {
		t.Error("bytes are left")
	}
}
