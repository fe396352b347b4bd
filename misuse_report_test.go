package rcpool_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// reportOnly has misuses only reported during the test, and returns how often
// each kind was.
func reportOnly(t testing.TB) (reported func(rcpool.Kind) int) {
	t.Helper()
	rcpool.PutBack(t)
	rcpool.ForgetReports()
	rcpool.SetPanicOnMisuse(false)
	return func(kind rcpool.Kind) (n int) {
		for _, r := range rcpool.Reports() {
			if r.Kind == kind {
				n += r.Count
			}
		}
		return n
	}
}

func TestReportOnly_IsASettingThatCanBePutBack(t *testing.T) {
	rcpool.PutBack(t)
	rcpool.SetPanicOnMisuse(false)
	if rcpool.PanicOnMisuse() {
		t.Error("a misuse panics")
	}
	rcpool.SetPanicOnMisuse(true)
	if !rcpool.PanicOnMisuse() {
		t.Error("a misuse does not panic")
	}
	wantMisuse(t, rcpool.ZeroRef, rcpool.Ref[message]{}.Release)
}

// Nobody but the offender notices, and what the offender gets is nobody else's.
//
//rcpool:ignore the mistakes are on purpose
func TestReportOnly_Stale(t *testing.T) {
	for _, c := range []struct {
		op    string
		kind  rcpool.Kind
		twice bool // is reported for each of two calls
		use   func(*testing.T, rcpool.Ref[message])
	}{
		{"Release", rcpool.DoubleRelease, true, func(_ *testing.T, r rcpool.Ref[message]) { r.Release(); r.Release() }},
		{"Drop", rcpool.DoubleRelease, false, func(_ *testing.T, r rcpool.Ref[message]) { rcpool.Drop(&r) }},
		{"Value", rcpool.UseAfterRelease, true, func(t *testing.T, r rcpool.Ref[message]) {
			first, second := r.Value(), r.Value()
			if *first != (message{body: "fresh"}) || first == second {
				t.Errorf("got %+v at %p, then at %p", *first, first, second)
			}
			first.body = "the offender's"
		}},
		{"Detach", rcpool.UseAfterRelease, false, func(t *testing.T, r rcpool.Ref[message]) {
			if got := r.Detach(); got.body != "fresh" {
				t.Errorf("got %+v", *got)
			}
		}},
		{"Retain", rcpool.StaleRetain, false, func(t *testing.T, r rcpool.Ref[message]) {
			mine := r.Retain()
			object := mine.Value()
			if object.body != "fresh" {
				t.Errorf("got %+v", *object)
			}
			object.body = "the offender's"
			others := share(mine, 30)
			for _, r := range others {
				if r.Value() != object || !r.Valid() {
					t.Error("a reference to a substitute is no ordinary one")
				}
				r.Release()
			}
		}},
		{"Hold", rcpool.StaleRetain, false, func(t *testing.T, r rcpool.Ref[message]) {
			r.Hold(func(m *message) {
				if m.body != "fresh" {
					t.Errorf("got %+v", *m)
				}
			})()
		}},
		{"Go", rcpool.StaleRetain, false, func(t *testing.T, r rcpool.Ref[message]) {
			got := make(chan string)
			r.Go(func(m *message) { got <- m.body })
			if body := <-got; body != "fresh" {
				t.Errorf("got %q", body)
			}
		}},
	} {
		for name, giveUp := range giveUps {
			t.Run(c.op+", "+name, func(t *testing.T) {
				p := rcpool.Pool[message]{Name: "messages", New: func() *message { return &message{body: "fresh"} }}
				stale, owner := leaseAgain(t, &p, giveUp)
				owner.Value().body = "the owner's"
				reported := reportOnly(t)
				c.use(t, stale)
				want := 1
				if c.twice {
					want = 2
				}
				if got := reported(c.kind); got != want || len(rcpool.Reports()) == 0 {
					t.Errorf("%d reports of %v, want %d: %v", got, c.kind, want, rcpool.Reports())
				}
				object := owner.Value()
				if object.body != "the owner's" || !owner.Valid() {
					t.Errorf("the owner's object holds %q", object.body)
				}
				for p.Stats().InUse > 1 { // a goroutine is about to release a substitute
					runtime.Gosched()
				}
				before := p.Stats()
				owner.Release()
				if got := p.Stats(); got.RetiredBy.Misuse != before.RetiredBy.Misuse+1 || got.InUse != 0 {
					t.Errorf("the object was not retired: %+v", got)
				}
			})
		}
	}
}

//rcpool:ignore the mistakes are on purpose
func TestReportOnly_ZeroRef(t *testing.T) {
	reported := reportOnly(t)
	var r rcpool.Ref[message]
	calls := 0
	run := func(m *message) {
		if *m != (message{}) {
			t.Errorf("got %+v", *m)
		}
		calls++
	}
	run(r.Value())
	run(r.Detach())
	if second := r.Retain(); !second.IsZero() {
		t.Errorf("retained %v", second)
	}
	r.Hold(run)()
	r.Release()
	if got := reported(rcpool.ZeroRef); got != 5 || calls != 3 {
		t.Errorf("%d reports, %d calls; want 5 and 3: %v", got, calls, rcpool.Reports())
	}
}

func TestReportOnly_NilNew(t *testing.T) {
	reported := reportOnly(t)
	p := rcpool.Pool[message]{New: func() *message { return nil }}
	r := p.Get()
	r.Value().id = 1
	r.Release()
	if reported(rcpool.NilNew) != 1 {
		t.Errorf("reports: %v", rcpool.Reports())
	}
}

// The object belongs to who detached it, and to the others: it is neither reset
// nor leased again.
func TestReportOnly_DetachShared(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		for _, n := range []int{2, 20, 21, 25} {
			for _, detached := range []int{0, n - 1} {
				reported := reportOnly(t)
				rcpool.SetChecking(oneIn)
				var p rcpool.Pool[message]
				refs := share(p.Get(), n)
				refs[0].Value().body = "ours"
				mine := refs[detached].Detach()
				if got := reported(rcpool.DetachShared); got != 1 {
					t.Errorf("%d reports", got)
				}
				for i, r := range refs {
					if i != detached {
						if r.Value() != mine {
							t.Error("the others have another object")
						}
						r.Release()
					}
				}
				if mine.body != "ours" {
					t.Errorf("%d references: the object was reset to %q", n, mine.body)
				}
				if got := p.Stats(); got.Detached != 0 || got.Releases != 0 {
					t.Errorf("%+v", got)
				}
				for range 100 {
					other := p.Get()
					defer other.Release()
					if other.Value() == mine {
						t.Fatal("the object was leased again")
					}
				}
			}
		}
	}
}

//rcpool:ignore the mistakes are on purpose
func TestReportOnly_TooManyRefs(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		reported := reportOnly(t)
		rcpool.SetChecking(oneIn)
		p := rcpool.Pool[message]{Name: t.Name()}
		r := p.Get()
		r.Value().body = "ours"
		object := r.Value()
		refs := make([]rcpool.Ref[message], 0, 1<<15+100)
		for range cap(refs) {
			refs = append(refs, r.Retain())
		}
		r.Release()
		for _, r := range refs {
			if r.Value() != object {
				t.Fatal("a reference to another object")
			}
			r.Release()
		}
		if reported(rcpool.TooManyRefs) != 1 || reported(rcpool.DoubleRelease) != 0 {
			t.Errorf("reports: %v", rcpool.Reports())
		}
		for i, live := range map[int]bool{0: false, 100: false, 32_000: false, len(refs) - 1: true} {
			if refs[i].Valid() != live || (refs[i].Value() == object) != live {
				t.Errorf("reference %d is valid: %v, want %v", i, !live, live)
			}
			refs[i].Release()
		}
		if reported(rcpool.DoubleRelease) != 3 || reported(rcpool.UseAfterRelease) != 3 {
			t.Errorf("reports: %v", rcpool.Reports())
		}
		if object.body != "ours" {
			t.Errorf("the object was reset to %q", object.body)
		}
		for _, l := range rcpool.Leases() {
			if l.Pool == p.Name {
				t.Errorf("a lease is open: %v", l)
			}
		}
	}
}

func ring(m *message) { m.id++ }

// None of our lines is on the stack when sync calls the function again.
func TestHold_CalledTwiceNamesItsFunction(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		reportOnly(t)
		rcpool.SetChecking(oneIn)
		var p rcpool.Pool[message]
		r := p.Get()
		f := r.Hold(ring)
		for range 2 { // one after the other: ring writes
			done := make(chan struct{})
			time.AfterFunc(0, sync.OnceFunc(func() { defer close(done); f() }))
			<-done
		}
		if n := len(rcpool.Reports()); n != 1 {
			t.Fatalf("%d reports: %v", n, rcpool.Reports())
		}
		got := rcpool.Reports()[0]
		if got.Op != "the function of Hold" || !strings.Contains(got.MisusedAt.Site(), "rcpool_test.ring ") {
			t.Errorf("misused in %s at %s", got.Op, got.MisusedAt.Site())
		}
		if oneIn == 1 && (len(got.RetainedAt) != 1 || !strings.Contains(got.RetainedAt[0].Site(), t.Name())) {
			t.Errorf("retained at %v, want this test", got.RetainedAt)
		}
		if text := got.String(); strings.Contains(text, "was not checked") != (oneIn == 0) || !strings.Contains(text, "in the function of Hold (pool ") {
			t.Errorf("the report says %s", text)
		}
		r.Release()
	}
}

func TestDrop_SaysDrop(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	r.Release()
	if m := caught(t, func() { rcpool.Drop(&r) }); m.Op != "Drop" {
		t.Errorf("misused in %s", m.Op)
	}
}

// The first release may be the wrong one, and not the deferred one that panics.
//
//rcpool:ignore the mistakes are on purpose
func TestMisuse_OfADeferredReleaseNamesBoth(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		rcpool.PutBack(t)
		rcpool.SetChecking(oneIn)
		var p rcpool.Pool[message]
		m := caught(t, func() {
			r := p.Get()
			defer r.Release()
			r.Release()
		})
		if text := m.Error(); !strings.Contains(text, "the first, if this one is deferred") ||
			strings.Contains(text, "released first at") != (oneIn == 1) || strings.Contains(text, "was not checked") != (oneIn == 0) {
			t.Errorf("one in %d: %s", oneIn, text)
		}
	}
}

// A call that was stopped leaks nothing, and one that was not runs once.
//
//rcpool:ignore the mistakes are on purpose
func TestRef_CallsThatCanBeCancelled(t *testing.T) {
	for name, start := range map[string]func(r rcpool.Ref[message], f func(*message), now bool) (stop func() bool){
		"AfterFunc": func(r rcpool.Ref[message], f func(*message), now bool) func() bool {
			if now {
				return r.AfterFunc(0, f)
			}
			return r.AfterFunc(time.Hour, f)
		},
		"AfterDone": func(r rcpool.Ref[message], f func(*message), now bool) func() bool {
			ctx, cancel := context.WithCancel(context.Background())
			t.Cleanup(cancel)
			if now {
				cancel()
			}
			return r.AfterDone(ctx, f)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var p rcpool.Pool[message]
			r := p.Get()
			stop := start(r, func(*message) { t.Error("called") }, false)
			if !stop() || stop() || !r.Valid() {
				t.Error("the call was not stopped, or twice")
			}
			called := make(chan *message)
			object := r.Value()
			stop = start(r, func(m *message) { called <- m }, true)
			r.Release()
			if p.Stats().InUse != 1 {
				t.Error("the call holds no reference")
			}
			if got := <-called; got != object {
				t.Error("called with another object")
			}
			for p.Stats().InUse > 0 {
				runtime.Gosched()
			}
			if stop() || p.Stats().Releases != 1 {
				t.Errorf("stopped after the call: %+v", p.Stats())
			}
			wantMisuse(t, rcpool.StaleRetain, func() { start(r, func(*message) {}, true) })
		})
	}
}

// A page knows whose it is.
type page struct {
	owner atomic.Int64 // the token of the lease, for those who check
	plain [4]int64     // the same, written by the sole owner
}

func (p *page) Reset() { p.owner.Store(0); p.plain = [4]int64{} }

// Programs at random, with every misuse there is and references that are copied,
// kept and used by any goroutine that finds them. Each lease has a token. A live
// reference shows the token of its lease in the object, before and after
// everything else that happens. A stale one shows a fresh object, or that very
// token if the reference was still live then.
//
//rcpool:ignore the mistakes are on purpose
func TestReportOnly_NothingOfOthersIsReadOrWritten(t *testing.T) {
	for _, oneIn := range []int{0, 8} {
		reportOnly(t)
		rcpool.SetChecking(oneIn)
		rcpool.SetCheckEvery(0)
		var p rcpool.Pool[page]
		var tokens atomic.Int64
		var wg sync.WaitGroup
		type copied struct {
			ref   rcpool.Ref[page]
			token int64
		}
		litter := make(chan copied, 64) // references that others may misuse
		for g := range 6 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				random := rand.New(rand.NewPCG(uint64(g), uint64(oneIn)))
				for range 3000 {
					token := tokens.Add(1)
					r := p.Get()
					v := r.Value()
					if v.owner.Load() != 0 || v.plain != [4]int64{} {
						t.Errorf("leased with the token %d", v.owner.Load())
					}
					v.owner.Store(token)
					v.plain = [4]int64{token, token, token, token}
					refs := share(r, 1+random.IntN(40))
					if random.IntN(8) == 0 { // somebody will release, retain or detach it once more, now or later
						stolen := refs[0]
						refs = refs[1:]
						stolen.Release()
						select {
						case litter <- copied{stolen, token}:
						default:
						}
					}
					select {
					case c := <-litter:
						offend(t, c.ref, random.IntN(6), token)
					default:
					}
					for _, r := range refs {
						if got := r.Value(); got != v || got.owner.Load() != token || got.plain != [4]int64{token, token, token, token} {
							t.Errorf("the object of %d holds %d", token, got.owner.Load())
						}
						r.Release()
						if random.IntN(50) == 0 {
							r.Release()
							offend(t, r, random.IntN(6), token)
						}
					}
				}
			}()
		}
		wg.Wait()
		got := p.Stats()
		if got.InUse+got.Lost != 0 || got.RetiredBy.Misuse == 0 {
			t.Errorf("one in %d: %+v", oneIn, got)
		}
	}
}

// offend uses a stale reference in one way. It writes to whatever it gets.
//
//rcpool:ignore the mistakes are on purpose
func offend(t *testing.T, stale rcpool.Ref[page], how int, token int64) {
	scribble := func(v *page) {
		if v.owner.Load() != 0 || v.plain != [4]int64{} {
			t.Errorf("a stale reference reads the object of %d", v.owner.Load())
		}
		v.owner.Store(-token)
		v.plain[2] = -token
	}
	switch how {
	case 0:
		stale.Release()
	case 1:
		scribble(stale.Value())
	case 2:
		r := stale.Retain()
		defer r.Release()
		scribble(r.Value())
		second := r.Retain()
		second.Release()
		second.Release()
	case 3:
		scribble(stale.Detach())
	case 4:
		f := stale.Hold(scribble)
		f()
		f()
	case 5:
		rcpool.Drop(&stale)
		stale.Release()
	}
}
