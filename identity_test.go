package rcpool_test

import (
	"fmt"
	"testing"

	"github.com/rcpool/rcpool"
)

// unchecked switches checking off: what follows holds in production.
func unchecked(t *testing.T) {
	rcpool.PutBack(t)
	rcpool.SetChecking(0)
	rcpool.OnReport(func(rcpool.Report) {})
}

// cached returns a reference to an object that the given number of requests
// have retained and released, one after the other.
func cached[T any](p *rcpool.Pool[T], requests int) rcpool.Ref[T] {
	r := p.Get()
	for range requests {
		r.Retain().Release()
	}
	return r
}

// misuses are the ways to use a reference that was released.
var misuses = []struct {
	kind rcpool.Kind
	use  func(rcpool.Ref[message])
}{
	{rcpool.DoubleRelease, rcpool.Ref[message].Release},
	//rcpool:ignore it panics and gives no reference
	{rcpool.StaleRetain, func(r rcpool.Ref[message]) { r.Retain() }},
	{rcpool.UseAfterRelease, func(r rcpool.Ref[message]) { r.Value() }},
	{rcpool.UseAfterRelease, func(r rcpool.Ref[message]) { r.Detach() }},
}

// wantStale makes every misuse of a reference that was released.
func wantStale(t *testing.T, r rcpool.Ref[message]) {
	t.Helper()
	for _, m := range misuses {
		wantMisuse(t, m.kind, func() { m.use(r) })
	}
	if _, ok := r.TryRetain(); ok || r.Valid() { //rcpool:ignore it is refused
		t.Error("a stale reference is taken for live")
	}
}

// However many references an object had before: each of those that share it
// now is told from all others. The offender panics, nobody else.
func TestIdentity_AfterManyRetains(t *testing.T) {
	for _, requests := range []int{0, 18, 19, 20, 100, 100_000} {
		t.Run(fmt.Sprint(requests), func(t *testing.T) {
			unchecked(t)
			var p rcpool.Pool[message]
			cache := cached(&p, requests)
			refs := share(cache.Retain(), 5)
			for i, r := range refs {
				r.Release()
				wantStale(t, r)
				replacement := cache.Retain()
				wantStale(t, r) // also if another was made since
				for _, other := range refs[i+1:] {
					other.Value().id++
				}
				replacement.Value().id++
				replacement.Release()
				wantStale(t, replacement)
			}
			if got := cache.Value().id; got != 4+3+2+1+5 {
				t.Errorf("the object counts %d", got)
			}
			cache.Release()
			for _, r := range append(refs, cache) {
				wantStale(t, r)
			}
			if got := p.Stats(); got.Gets != 1 || got.Releases != 1 || got.InUse != 0 || got.RetiredBy.Misuse != 1 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// While misuses are only reported, one release too many takes nobody's
// reference, however many there were before.
//
//rcpool:ignore the mistakes are on purpose
func TestIdentity_ReportOnly(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		reported := reportOnly(t)
		rcpool.SetChecking(oneIn)
		var p rcpool.Pool[message]
		cache := cached(&p, 100)
		object := cache.Value()
		refs := share(cache.Retain(), 5)
		for i, r := range refs {
			r.Release()
			r.Release()
			rcpool.Drop(&r)
			if got := refs[i].Value(); got == object || refs[i].Detach() == object {
				t.Error("a stale reference gives the object")
			}
			own := refs[i].Retain()
			if own.Value() == object {
				t.Error("a stale reference was retained")
			}
			own.Release()
			for _, other := range refs[i+1:] {
				if !other.Valid() || other.Value() != object {
					t.Error("another reference was taken away")
				}
			}
		}
		if !cache.Valid() || object.id != 0 {
			t.Error("the cache's reference was taken away")
		}
		cache.Release()
		if reported(rcpool.DoubleRelease) != 10 || reported(rcpool.UseAfterRelease) != 10 || reported(rcpool.StaleRetain) != 5 {
			t.Errorf("one in %d: reports: %v", oneIn, rcpool.Reports())
		}
		if got := p.Stats(); got.InUse != 0 || got.Gets != got.Releases || got.RetiredBy.Misuse != 6 {
			t.Errorf("one in %d: %+v", oneIn, got)
		}
	}
}

// A reference that was released stays stale while its object is shared again
// and again, in this lease and in those that follow.
func TestIdentity_NeverComesBack(t *testing.T) {
	unchecked(t)
	var p rcpool.Pool[message]
	var stale []rcpool.Ref[message]
	for range 10 {
		cache := cached(&p, 30)
		for range 1000 {
			r := cache.Retain()
			r.Release()
			stale = append(stale, r)
		}
		for _, r := range stale {
			if r.Valid() {
				t.Fatal("a reference that was released is valid again")
			}
		}
		cache.Release()
	}
	seen := map[rcpool.Ref[message]]bool{}
	for _, r := range stale {
		if seen[r] {
			t.Fatal("two references are equal")
		}
		seen[r] = true
	}
}

// Detach takes an object from nobody.
func TestIdentity_Detach(t *testing.T) {
	unchecked(t)
	var p rcpool.Pool[message]
	cache := cached(&p, 30)
	second := cache.Retain()
	object := second.Value()
	wantMisuse(t, rcpool.DetachShared, func() { second.Detach() })
	second.Value().id++
	cache.Release()
	third := second.Retain()
	wantMisuse(t, rcpool.DetachShared, func() { third.Detach() })
	second.Release()
	if got := third.Detach(); got != object || got.id != 1 {
		t.Errorf("detached %p %+v, want %p", got, got, object)
	}
	for _, r := range []rcpool.Ref[message]{cache, second, third} {
		wantStale(t, r)
	}
}

// As many references as a lease can have are each told from the others.
func TestIdentity_EveryoneAlive(t *testing.T) {
	unchecked(t)
	var p rcpool.Pool[message]
	for lease := range 2 { // the second one in what the first has left
		refs := share(cached(&p, 30), 32_000)
		for i, r := range refs {
			if i%2 == 0 {
				r.Release()
			}
		}
		for i := range refs {
			if live := i%2 != 0; refs[i].Valid() != live {
				t.Fatalf("lease %d: reference %d is valid: %v, want %v", lease, i, !live, live)
			}
		}
		for i := 0; i < len(refs); i += 2 {
			refs[i] = refs[1].Retain()
		}
		for _, r := range refs {
			r.Release()
		}
		for i, r := range refs {
			if r.Valid() {
				t.Fatalf("lease %d: reference %d is valid after the lease", lease, i)
			}
		}
	}
	if got := p.Stats(); got.Gets != 2 || got.Releases != 2 || got.Retired != 0 {
		t.Errorf("%+v", got)
	}
}

// A checked lease names the places of its references, however many there are.
func TestIdentity_CheckedLeaseNamesPlaces(t *testing.T) {
	rcpool.PutBack(t)
	rcpool.OnReport(func(rcpool.Report) {})
	rcpool.SetChecking(1)
	var p rcpool.Pool[message]
	first := acquireHere(&p)
	refs := share(first.Retain(), 100)
	counted := retainHere(first)
	releaseHere(counted)
	m := caught(t, counted.Release)
	wantPlace(t, "retained", m.RetainedAt, "retainHere")
	wantPlace(t, "released", m.ReleasedAt, "releaseHere")
	for _, r := range refs {
		r.Release()
	}
	for range 100 {
		first.Retain().Release()
	}
	for range 2 {
		m := caught(t, counted.Release)
		wantPlace(t, "acquired", m.GotAt, "acquireHere")
	}
	first.Release()
}

// A checked lease takes time in proportion to its references: 32,000 of them
// are no matter.
func TestIdentity_CheckedWithEveryoneAlive(t *testing.T) {
	rcpool.PutBack(t)
	rcpool.SetChecking(1)
	rcpool.ForgetReports()
	var p rcpool.Pool[message]
	refs := share(p.Get(), 32_000)
	for _, r := range refs[:31_000] { // the oldest first
		r.Release()
	}
	if got := rcpool.Reports(); len(got) != 0 {
		t.Errorf("reports: %v", got)
	}
	for _, i := range []int{0, 19, 20, 30_999} {
		wantMisuse(t, rcpool.DoubleRelease, refs[i].Release)
	}
	if got := rcpool.Leases(); len(got) == 0 || len(got[len(got)-1].RetainedAt) != 1000 {
		t.Errorf("%d leases, want one with 1,000 references", len(got))
	}
	for _, r := range refs[31_000:] {
		r.Release()
	}
	if got := p.Stats(); got.InUse != 0 || got.RetiredBy.Misuse != 1 {
		t.Errorf("%+v", got)
	}
}
