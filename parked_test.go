package rcpool_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool"
)

// Goroutines share objects that have had many references, so that the counts of
// those that were released are taken over by others, while the last reference
// with an identity goes away at any moment. Each lease ends once, with its last
// release, and no reference is live after it.
func TestParked_EachLeaseEndsOnce(t *testing.T) {
	unchecked(t)
	const goroutines, leases, most = 4, 2000, 40
	var resets atomic.Int64
	p := rcpool.Pool[message]{Reset: func(m *message) {
		if m.id != 1 {
			t.Errorf("an object was reset %d times", 2-m.id)
		}
		*m = message{}
		resets.Add(1)
	}}
	for lease := range leases {
		cache := cached(&p, 30)
		cache.Value().id = 1
		var wg sync.WaitGroup
		for g := range goroutines {
			own := cache.Retain()
			wg.Add(1)
			go func() {
				defer wg.Done()
				random := rand.New(rand.NewPCG(uint64(lease), uint64(g)))
				stale := own
				for range random.IntN(most) {
					r := own.Retain()
					if r.Value().id != 1 {
						t.Error("an object was reset while it was referred to")
					}
					if random.IntN(2) == 0 {
						own, r = r, own
					}
					r.Release()
					if stale = r; stale.Valid() {
						t.Error("a reference that was released is valid")
					}
				}
				own.Release()
			}()
		}
		cache.Release()
		wg.Wait()
		if got := resets.Load(); got != int64(lease)+1 {
			t.Fatalf("after %d leases %d objects were reset", lease+1, got)
		}
	}
	if got := p.Stats(); got.Gets != leases || got.Releases != leases || got.InUse != 0 || got.Retired != 0 {
		t.Errorf("%+v", got)
	}
}

// A reference that was released is no owner, though the word still counts it.
func TestParked_OnlyOwnerDetaches(t *testing.T) {
	unchecked(t)
	for _, by := range []string{"an identity", "a counted reference"} {
		var p rcpool.Pool[message]
		owner := cached(&p, 50)
		if by == "a counted reference" {
			counted := owner.Retain()
			owner.Release()
			owner = counted
		}
		object := owner.Value()
		if owner.Detach() != object {
			t.Errorf("%s: another object", by)
		}
		wantStale(t, owner)
		if got := p.Stats(); got.Detached != 1 || got.InUse != 0 {
			t.Errorf("%s: %+v", by, got)
		}
	}
}

// As many references as a lease can have are issued, though the word counts some
// that were released.
func TestParked_LimitIsOfLiveReferences(t *testing.T) {
	unchecked(t)
	const most, some = 32_787, 100
	var p rcpool.Pool[message]
	owner := p.Get()
	identities := share(owner.Retain(), 19)
	early := share(owner.Retain(), some) // the first counted ones: their entries may be parked
	late := share(owner.Retain(), most-20-some)
	wantMisuse(t, rcpool.TooManyRefs, func() { owner.Retain() }) //rcpool:ignore it panics and gives no reference
	for _, r := range early {
		r.Release()
	}
	late = append(late, share(owner.Retain(), some)...)
	wantMisuse(t, rcpool.TooManyRefs, func() { owner.Retain() }) //rcpool:ignore it panics and gives no reference
	for _, r := range append(late, identities...) {
		r.Release()
	}
	owner.Release()
	if got := p.Stats(); got.Gets != 1 || got.Releases != 1 || got.Retired != 0 {
		t.Errorf("%+v", got)
	}
}
