//go:build rcpool_narrow

package rcpool_test

import (
	"testing"

	"github.com/rcpool/rcpool"
)

// With narrow fields a lease can have 24 counted references, one after the
// other. When they are used up, the lease goes on, but never ends: references to
// come are not told apart, and nobody else gets the object.
func TestNarrow_IdentitiesUsedUp(t *testing.T) {
	unchecked(t)
	var p rcpool.Pool[message]
	r := p.Get()
	object := r.Value()
	object.body = "ours"
	for range 100 {
		other := r.Retain()
		if other.Value() != object || !other.Valid() {
			t.Fatal("a reference to another object")
		}
		other.Release()
	}
	r.Release()
	wantStale(t, r)
	for range 100 {
		other := p.Get()
		defer other.Release()
		if other.Value() == object || object.body != "ours" {
			t.Fatal("the object was reset, or leased again")
		}
	}
}

// A slot whose table is nearly used up serves no other lease.
func TestNarrow_IdentitiesNearlyUsedUp(t *testing.T) {
	unchecked(t)
	var p rcpool.Pool[message]
	cached(&p, 20).Release()
	if got := p.Stats(); got.RetiredBy.Worn != 1 || got.Releases != 1 {
		t.Errorf("%+v", got)
	}
}
