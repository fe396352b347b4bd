package rcpool_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
)

type message struct {
	id   int
	body string
}

// caught calls f and returns the *Misuse it panics with, found the way users
// find it.
func caught(t *testing.T, f func()) (m *rcpool.Misuse) {
	t.Helper()
	defer func() {
		t.Helper()
		err, ok := recover().(error)
		if !ok || !errors.As(err, &m) {
			t.Fatalf("panicked with %v, want a *rcpool.Misuse", err)
		}
	}()
	f()
	t.Fatal("did not panic")
	return nil
}

func wantMisuse(t *testing.T, want rcpool.Kind, f func()) {
	t.Helper()
	if m := caught(t, f); m.Kind != want {
		t.Errorf("got misuse %q, want %q", m.Kind, want)
	}
}

// giveUps are the ways in which a reference becomes stale; all but the last
// leave the object to be leased again.
var giveUps = map[string]func(*rcpool.Pool[message]) (stale rcpool.Ref[message], object *message){
	"released": func(p *rcpool.Pool[message]) (rcpool.Ref[message], *message) {
		r := p.Get()
		object := r.Value()
		r.Release()
		//rcpool:ignore the mistake is on purpose
		return r, object
	},
	"retained and released": func(p *rcpool.Pool[message]) (rcpool.Ref[message], *message) {
		r := p.Get()
		object := r.Value()
		second := r.Retain()
		r.Release()
		second.Release()
		//rcpool:ignore the mistake is on purpose
		return second, object
	},
	"released before the others": func(p *rcpool.Pool[message]) (rcpool.Ref[message], *message) {
		r := p.Get()
		object := r.Value()
		second := r.Retain()
		r.Release()
		second.Release()
		//rcpool:ignore the mistake is on purpose
		return r, object
	},
	"released, one of many": func(p *rcpool.Pool[message]) (rcpool.Ref[message], *message) {
		refs := share(p.Get(), 30)
		object := refs[0].Value()
		for _, r := range refs {
			r.Release()
		}
		//rcpool:ignore the mistake is on purpose
		return refs[29], object
	},
}

// share returns n references to the object of r, r among them.
func share[T any](r rcpool.Ref[T], n int) []rcpool.Ref[T] {
	refs := []rcpool.Ref[T]{r}
	for len(refs) < n {
		refs = append(refs, r.Retain())
	}
	return refs
}

// leaseAgain returns a reference to an object that has since been leased to
// somebody else, and that owner. sync.Pool does not promise to hand an object
// out again, and under the race detector drops some, so it tries until it has.
func leaseAgain(t *testing.T, p *rcpool.Pool[message], giveUp func(*rcpool.Pool[message]) (rcpool.Ref[message], *message)) (stale, owner rcpool.Ref[message]) {
	t.Helper()
	for range 1000 {
		//rcpool:ignore it is lost on purpose
		stale, object := giveUp(p)
		owner := p.Get()
		if owner.Value() == object {
			return stale, owner
		}
		owner.Release()
	}
	t.Fatal("in 1000 tries no object was leased again")
	return
}

// stale runs test with each kind of stale reference, before and after the
// object was leased again, and makes sure that the innocent owner did not
// suffer.
func stale(t *testing.T, test func(*testing.T, rcpool.Ref[message])) {
	for name, giveUp := range giveUps {
		t.Run(name, func(t *testing.T) {
			var p rcpool.Pool[message]
			ref, _ := giveUp(&p)
			test(t, ref)
		})
		t.Run(name+", leased again", func(t *testing.T) {
			var p rcpool.Pool[message]
			ref, owner := leaseAgain(t, &p, giveUp)
			owner.Value().body = "the owner's"
			test(t, ref)
			if got := owner.Value().body; got != "the owner's" {
				t.Errorf("the owner's object holds %q", got)
			}
			second := owner.Retain()
			owner.Release()
			second.Release()
			wantMisuse(t, rcpool.DoubleRelease, second.Release)
		})
	}
}

func TestRelease_Stale(t *testing.T) {
	stale(t, func(t *testing.T, r rcpool.Ref[message]) {
		wantMisuse(t, rcpool.DoubleRelease, r.Release)
		wantMisuse(t, rcpool.DoubleRelease, func() { rcpool.Drop(&r) })
	})
}

//rcpool:ignore it panics and gives no reference
func TestRetain_Stale(t *testing.T) {
	stale(t, func(t *testing.T, r rcpool.Ref[message]) {
		wantMisuse(t, rcpool.StaleRetain, func() { r.Retain() })
		wantMisuse(t, rcpool.StaleRetain, func() { r.Hold(func(*message) {}) })
		wantMisuse(t, rcpool.StaleRetain, func() { r.Go(func(*message) {}) })
	})
}

func TestTryRetain_Stale(t *testing.T) {
	stale(t, func(t *testing.T, r rcpool.Ref[message]) {
		if got, ok := r.TryRetain(); ok || !got.IsZero() {
			t.Errorf("got %v, %v; want the zero Ref, false", got, ok)
		}
	})
}

func TestValue_Stale(t *testing.T) {
	stale(t, func(t *testing.T, r rcpool.Ref[message]) {
		wantMisuse(t, rcpool.UseAfterRelease, func() { r.Value() })
	})
}

func TestDetach_Stale(t *testing.T) {
	stale(t, func(t *testing.T, r rcpool.Ref[message]) {
		wantMisuse(t, rcpool.UseAfterRelease, func() { r.Detach() })
	})
}

func TestValid_Stale(t *testing.T) {
	stale(t, func(t *testing.T, r rcpool.Ref[message]) {
		if r.Valid() || r.IsZero() {
			t.Errorf("Valid %v, IsZero %v; want false, false", r.Valid(), r.IsZero())
		}
	})
}

// While others hold the object, the offender panics, not one of them.
func TestRelease_TwiceWhileShared(t *testing.T) {
	var p rcpool.Pool[message]
	refs := share(p.Get(), 20)
	for i, r := range refs[:19] {
		r.Release()
		wantMisuse(t, rcpool.DoubleRelease, r.Release)
		wantMisuse(t, rcpool.UseAfterRelease, func() { r.Value() })
		//rcpool:ignore it panics and gives no reference
		wantMisuse(t, rcpool.StaleRetain, func() { r.Retain() })
		for _, other := range refs[i+1:] {
			other.Value().id = i
		}
	}
	refs[19].Release()
}

func TestDetach_Shared(t *testing.T) {
	var p rcpool.Pool[message]
	for _, n := range []int{2, 20, 21, 22} {
		refs := share(p.Get(), n)
		for _, r := range refs {
			wantMisuse(t, rcpool.DetachShared, func() { r.Detach() })
			r.Value().id++
		}
		for _, r := range refs[1:] {
			r.Release()
		}
		if got := refs[0].Detach().id; got != n {
			t.Errorf("%d references: the object counts %d", n, got)
		}
	}
}

//rcpool:ignore the mistakes are on purpose
func TestDetach_ThenAnything(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	r.Value().body = "mine"
	object := r.Detach()
	wantMisuse(t, rcpool.DoubleRelease, r.Release)
	wantMisuse(t, rcpool.UseAfterRelease, func() { r.Value() })
	wantMisuse(t, rcpool.UseAfterRelease, func() { r.Detach() })
	wantMisuse(t, rcpool.StaleRetain, func() { r.Retain() })
	for range 100 {
		if other := p.Get(); other.Value() == object {
			t.Fatal("the detached object was leased again")
		}
	}
	if object.body != "mine" {
		t.Errorf("the detached object was reset to %q", object.body)
	}
}

//rcpool:ignore the mistakes are on purpose
func TestRetain_TooMany(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	refs := share(r, 20+1<<15-1)
	wantMisuse(t, rcpool.TooManyRefs, func() { r.Retain() })
	wantMisuse(t, rcpool.TooManyRefs, func() { r.TryRetain() })
	refs[len(refs)-1].Release()
	refs[len(refs)-1] = r.Retain()
	for _, r := range refs {
		r.Release()
	}
	if got := p.Stats(); got.InUse != 0 || got.Retired != 0 {
		t.Errorf("a full lease ended with %+v", got)
	}
}

//rcpool:ignore it panics and gives no reference
func TestZeroRef(t *testing.T) {
	var r rcpool.Ref[message]
	for name, f := range map[string]func(){
		"Value":   func() { r.Value() },
		"Retain":  func() { r.Retain() },
		"Release": r.Release,
		"Detach":  func() { r.Detach() },
		"Hold":    func() { r.Hold(func(*message) {}) },
		"Go":      func() { r.Go(func(*message) {}) },
	} {
		t.Run(name, func(t *testing.T) { wantMisuse(t, rcpool.ZeroRef, f) })
	}
	if got, ok := r.TryRetain(); ok || !got.IsZero() || r.Valid() || !r.IsZero() {
		t.Errorf("TryRetain %v, %v; Valid %v; IsZero %v", got, ok, r.Valid(), r.IsZero())
	}
	rcpool.Drop(&r)
	if moved := rcpool.Move(&r); !moved.IsZero() {
		t.Errorf("moved zero to %v", moved)
	}
}

func TestHold_CalledTwice(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	f := r.Hold(func(*message) {})
	f()
	wantMisuse(t, rcpool.UseAfterRelease, f)
	r.Release()
}

// The second call begins while the first is running.
func TestHold_CalledWithinItself(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	var f func()
	calls := 0
	f = r.Hold(func(*message) {
		if calls++; calls == 1 {
			f()
		}
	})
	wantMisuse(t, rcpool.DoubleRelease, f)
	if calls != 2 {
		t.Errorf("%d calls", calls)
	}
	r.Release()
}

func TestPool_NewReturnsNil(t *testing.T) {
	p := rcpool.Pool[message]{Name: "messages", New: func() *message { return nil }}
	//rcpool:ignore it panics and gives no reference
	m := caught(t, func() { p.Get() })
	if m.Kind != rcpool.NilNew || m.Pool != "messages" || !strings.Contains(m.Error(), "messages") {
		t.Errorf("got %v of pool %q: %v", m.Kind, m.Pool, m)
	}
	if got := p.Stats(); got.Gets != 0 || got.News != 0 {
		t.Errorf("counted %+v", got)
	}
}

// An object that somebody misused is not leased again: not while idle, not
// after the lease that was going on.
//
//rcpool:ignore it is lost on purpose
func TestMisuse_ObjectIsRetired(t *testing.T) {
	t.Run("while idle", func(t *testing.T) {
		var p rcpool.Pool[message]
		r := p.Get()
		object := r.Value()
		r.Release()
		wantMisuse(t, rcpool.DoubleRelease, r.Release)
		for range 100 {
			if other := p.Get(); other.Value() == object {
				t.Fatal("the object was leased again")
			}
		}
	})
	t.Run("while leased again", func(t *testing.T) {
		var p rcpool.Pool[message]
		stale, owner := leaseAgain(t, &p, giveUps["released"])
		object := owner.Value()
		before := p.Stats()
		wantMisuse(t, rcpool.UseAfterRelease, func() { stale.Value() })
		owner.Release()
		if got := p.Stats(); got.RetiredBy.Misuse != before.RetiredBy.Misuse+1 || got.Retired != before.Retired+1 {
			t.Errorf("retired %+v", got.RetiredBy)
		}
		for range 100 {
			if other := p.Get(); other.Value() == object {
				t.Fatal("the object was leased again")
			}
		}
	})
}

func TestMisuse_TextSaysCauseCureAndSite(t *testing.T) {
	p := rcpool.Pool[message]{Name: "messages"}
	r := p.Get()
	r.Release()
	m := caught(t, r.Release)
	for _, want := range []string{"double release", "Release", "messages", m.Kind.Cause(), m.Kind.Cure(), "misuse_test.go"} {
		if !strings.Contains(m.Error(), want) {
			t.Errorf("%q lacks %q", m.Error(), want)
		}
	}
	m = caught(t, func() { r.Value() })
	if got := m.MisusedAt.Site(); !strings.Contains(got, "TestMisuse_TextSaysCauseCureAndSite") {
		t.Errorf("misused at %q, want this test", got)
	}
	if got := m.MisusedAt.String(); !strings.Contains(got, "misuse_test.go:") || strings.Contains(got, "rcpool.Ref") {
		t.Errorf("stack:\n%s", got)
	}
}

func TestKind_EveryOneHasItsTexts(t *testing.T) {
	for k := rcpool.DoubleRelease; k <= rcpool.KeptPointer; k++ {
		if strings.HasPrefix(k.String(), "Kind(") || k.Cause() == "" || k.Cure() == "" {
			t.Errorf("%d: %q, %q, %q", k, k, k.Cause(), k.Cure())
		}
	}
	if got := rcpool.Kind(99).String(); got != "Kind(99)" {
		t.Errorf("unknown kind is %q", got)
	}
}

func TestMisuse_IsAnErrorWhenWrapped(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	r.Release()
	err := fmt.Errorf("handling: %w", caught(t, r.Release))
	var m *rcpool.Misuse
	if !errors.As(err, &m) || m.Kind != rcpool.DoubleRelease {
		t.Errorf("%v holds %v", err, m)
	}
}
