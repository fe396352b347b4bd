package rcpool_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
)

func TestPool_ZeroValue(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	*r.Value() = message{7, "seven"}
	second := r.Retain()
	r.Release()
	if got := second.Value().id; got != 7 {
		t.Errorf("the second reference reads %d, want 7", got)
	}
	second.Release()
	for range 100 {
		r := p.Get()
		if *r.Value() != (message{}) {
			t.Fatalf("leased %+v, want the zero message", *r.Value())
		}
		r.Value().id = 1
		r.Release()
	}
	got := p.Stats()
	if got.Name != "rcpool_test.message" || got.Gets != 101 || got.Releases != 101 || got.InUse != 0 || got.News == 0 {
		t.Errorf("%+v", got)
	}
}

func TestPool_New(t *testing.T) {
	n := 0
	p := rcpool.Pool[message]{
		New:   func() *message { n++; return &message{body: "fresh"} },
		Reset: func(m *message) { m.body = "reused" }, //rcpool:ignore the rest is left on purpose
	}
	for range 10 {
		r := p.Get()
		if b := r.Value().body; b != "fresh" && b != "reused" {
			t.Fatalf("leased %q", b)
		}
		r.Release()
	}
	if got := p.Stats(); got.News != uint64(n) || got.Gets != 10 {
		t.Errorf("New was called %d times: %+v", n, got)
	}
}

func TestPool_NewPanics(t *testing.T) {
	fail := true
	p := rcpool.Pool[message]{New: func() *message {
		if fail {
			panic("no memory")
		}
		return new(message)
	}}
	//rcpool:ignore it panics and gives no reference
	if got := panics(func() { p.Get() }); got != "no memory" {
		t.Errorf("Get panicked with %v", got)
	}
	if got := p.Stats(); got.Gets+got.News+got.InUse != 0 {
		t.Errorf("%+v", got)
	}
	fail = false
	p.Get().Release()
}

func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestPool_ResetsByOwnMethod(t *testing.T) {
	var p rcpool.Pool[bytes.Buffer]
	for range 100 {
		r := p.Get()
		if r.Value().Len() != 0 {
			t.Fatal("leased a buffer that is not empty")
		}
		r.Value().WriteString("0123456789")
		r.Release()
	}
	r := p.Get()
	grown := r.Value().Cap() > 0
	for range 1000 { // under the race detector some objects are not reused
		if grown {
			break
		}
		r.Release()
		r = p.Get()
		r.Value().WriteString("0123456789")
		r.Release()
		r = p.Get()
		grown = r.Value().Cap() > 0
	}
	if !grown {
		t.Error("no buffer kept its capacity")
	}
	r.Release()
}

type resettable struct{ by string }

func (r *resettable) Reset() { r.by = "method" }

func TestPool_ResetFieldBeatsMethod(t *testing.T) {
	p := rcpool.Pool[resettable]{Reset: func(r *resettable) { r.by = "field" }}
	q := rcpool.Pool[resettable]{}
	for range 100 {
		r, s := p.Get(), q.Get()
		if r.Value().by == "method" || s.Value().by == "field" {
			t.Fatalf("reset by %q and %q", r.Value().by, s.Value().by)
		}
		r.Release()
		s.Release()
	}
}

// A Reset or Keep that panics, or ends its goroutine, costs the object, and
// nothing else.
func TestPool_ResetPanics(t *testing.T) {
	for name, p := range map[string]*rcpool.Pool[message]{
		"Reset":           {Reset: func(m *message) { panic(m.body) }},
		"Keep":            {Keep: func(m *message) bool { panic("boom") }},
		"Keep with Reset": {Reset: func(*message) {}, Keep: func(m *message) bool { panic("boom") }},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range 10 {
				r := p.Get()
				r.Value().body = "boom"
				second := r.Retain()
				release := r.Release
				if i%2 == 0 { // the last release of a lease that was shared, and of one that was not
					second.Release()
				} else {
					r.Release()
					release = second.Release
				}
				if got := panics(release); got != "boom" {
					t.Fatalf("Release panicked with %v", got)
				}
				wantMisuse(t, rcpool.DoubleRelease, release)
			}
			got := p.Stats()
			if got.Gets != 10 || got.Releases != 10 || got.News != 10 || got.InUse != 0 || got.RetiredBy.Panic != 10 || got.Retired != 10 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestPool_ResetExitsTheGoroutine(t *testing.T) {
	p := rcpool.Pool[message]{Reset: func(*message) { runtime.Goexit() }}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Get().Release()
	}()
	<-done
	for p.Stats().Retired == 0 { // the goroutine is about to exit
		runtime.Gosched()
	}
	if got := p.Stats(); got.InUse != 0 || got.Retired != 1 {
		t.Errorf("%+v", got)
	}
}

func TestPool_KeepSaysNo(t *testing.T) {
	reset := 0
	p := rcpool.Pool[bytes.Buffer]{
		Reset: func(b *bytes.Buffer) { reset++; b.Reset() },
		Keep:  func(b *bytes.Buffer) bool { return b.Len() == 0 && b.Cap() <= 1024 },
	}
	r := p.Get()
	large := r.Value()
	large.Grow(4096)
	r.Release()
	for range 100 {
		r := p.Get()
		if r.Value() == large {
			t.Fatal("the large buffer was leased again")
		}
		r.Release()
	}
	if got := p.Stats(); got.RetiredBy.Keep != 1 || got.Retired != 1 || got.Releases != 101 || reset != 101 {
		t.Errorf("reset %d times: %+v", reset, got)
	}
}

func TestWith_ReleasesOnEveryWayOut(t *testing.T) {
	var p rcpool.Pool[message]
	sentinel := errors.New("sentinel")
	if err := p.With(func(m *message) error { m.id = 1; return sentinel }); err != sentinel {
		t.Errorf("got %v", err)
	}
	if err := p.With(func(*message) error { return nil }); err != nil {
		t.Errorf("got %v", err)
	}
	if got := panics(func() { p.With(func(*message) error { panic("boom") }) }); got != "boom" {
		t.Errorf("panicked with %v", got)
	}
	if got := p.Stats(); got.Gets != 3 || got.Releases != 3 || got.InUse != 0 {
		t.Errorf("%+v", got)
	}
}

func TestHold_ReleasesWhenDone(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	r.Value().id = 42
	read := 0
	f := r.Hold(func(m *message) { read = m.id })
	r.Release()
	if got := p.Stats().InUse; got != 1 {
		t.Errorf("%d in use before the call, want 1", got)
	}
	f()
	if got := p.Stats().InUse; read != 42 || got != 0 {
		t.Errorf("read %d, %d in use after the call", read, got)
	}

	r = p.Get()
	f = r.Hold(func(*message) { panic("boom") })
	r.Release()
	if got := panics(f); got != "boom" {
		t.Errorf("panicked with %v", got)
	}
	if got := p.Stats().InUse; got != 0 {
		t.Errorf("%d in use after the panic", got)
	}
}

func TestGo_OutlivesTheCaller(t *testing.T) {
	var p rcpool.Pool[message]
	var wg sync.WaitGroup
	ids := make(chan int, 100)
	for id := range 100 {
		r := p.Get()
		r.Value().id = id
		wg.Add(1)
		r.Go(func(m *message) { defer wg.Done(); ids <- m.id })
		r.Release()
	}
	wg.Wait()
	sum := 0
	for range 100 {
		sum += <-ids
	}
	if sum != 99*100/2 {
		t.Errorf("the goroutines read ids that sum up to %d", sum)
	}
}

func TestMove_HandsOn(t *testing.T) {
	var p rcpool.Pool[message]
	open := func(fail bool) (rcpool.Ref[message], error) {
		r := p.Get()
		defer rcpool.Drop(&r)
		if fail {
			return rcpool.Ref[message]{}, errors.New("failed")
		}
		return rcpool.Move(&r), nil
	}
	if _, err := open(true); err == nil || p.Stats().InUse != 0 {
		t.Errorf("after the error %v: %+v", err, p.Stats())
	}
	r, err := open(false)
	if err != nil || !r.Valid() || p.Stats().InUse != 1 {
		t.Errorf("after success %v: %+v", err, p.Stats())
	}
	r.Release()
}

func TestTryRetain_Live(t *testing.T) {
	var p rcpool.Pool[message]
	r := p.Get()
	second, ok := r.TryRetain()
	if !ok || second == r {
		t.Fatalf("got %v, %v", second, ok)
	}
	r.Release()
	second.Release()
}

// Two references are equal only if they are the same one.
func TestRef_Identity(t *testing.T) {
	var p rcpool.Pool[message]
	seen := map[rcpool.Ref[message]]bool{}
	for range 10 {
		refs := share(p.Get(), 1000)
		for _, r := range refs {
			if seen[r] {
				t.Fatalf("%v was issued before", r)
			}
			seen[r] = true
			if same := r; same != r {
				t.Fatal("a copy differs")
			}
		}
		for _, r := range refs {
			r.Release()
		}
	}
}

func TestPool_AThousandReferences(t *testing.T) {
	var p rcpool.Pool[message]
	refs := share(p.Get(), 1000)
	var wg sync.WaitGroup
	for _, r := range refs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if r.Value().id != 0 {
				t.Error("the object is not what it was")
			}
			r.Retain().Release()
			r.Release()
		}()
	}
	wg.Wait()
	if got := p.Stats(); got.Gets != 1 || got.Releases != 1 || got.InUse != 0 {
		t.Errorf("%+v", got)
	}
}

// A slot whose generations are used up is retired, and nobody notices.
func TestPool_WornSlotIsRetired(t *testing.T) {
	if race.Enabled {
		t.Skip("under the race detector sync.Pool drops objects long before they are worn")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would take the slot before its time
	var p rcpool.Pool[message]
	const leases = 1<<22 + 1<<20
	for range leases {
		p.Get().Release()
	}
	got := p.Stats()
	if got.Gets != leases || got.Releases != leases || got.InUse != 0 || got.News != 2 || got.RetiredBy.Worn != 1 {
		t.Errorf("%+v", got)
	}
}

type embedding struct {
	bytes.Buffer
	user string
}

type byValue map[string]int

func (m byValue) Reset() { clear(m) }

// A Reset that is promoted from an embedded field resets only that field.
func TestPool_PromotedResetIsNotTaken(t *testing.T) {
	var p rcpool.Pool[embedding]
	for range 100 {
		r := p.Get()
		if r.Value().user != "" || r.Value().Len() != 0 {
			t.Fatalf("leased %+v", r.Value())
		}
		r.Value().user = "secret"
		r.Value().WriteString("body")
		r.Release()
	}
	q := rcpool.Pool[byValue]{New: func() *byValue { return &byValue{} }}
	for range 100 {
		r := q.Get()
		if *r.Value() == nil || len(*r.Value()) != 0 {
			t.Fatal("a Reset declared on the value was not taken")
		}
		(*r.Value())["x"] = 1
		r.Release()
	}
}

// A Ref of one type is no Ref of another, not even by a conversion: its object
// would be read as what it is not.
func TestRef_DoesNotConvertToAnotherType(t *testing.T) {
	from := reflect.TypeFor[rcpool.Ref[int64]]()
	if !from.ConvertibleTo(from) {
		t.Fatalf("%v does not convert to itself", from)
	}
	for _, to := range []reflect.Type{reflect.TypeFor[rcpool.Ref[uint64]](), reflect.TypeFor[rcpool.Ref[string]](), reflect.TypeFor[rcpool.Ref[struct{}]]()} {
		if from.ConvertibleTo(to) {
			t.Errorf("%v converts to %v", from, to)
		}
	}
	if size, want := unsafe.Sizeof(rcpool.Ref[int64]{}), unsafe.Sizeof(uintptr(0))+8; size != want {
		t.Errorf("a Ref has %d bytes, want %d: two words", size, want)
	}
}

// What is set after the first lease is heeded by no lease, whether it is checked
// or shared or not.
func TestPool_FieldsAreSettledAtTheFirstLease(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		for _, shared := range []bool{false, true} {
			t.Run(fmt.Sprintf("checked %d, shared %v", oneIn, shared), func(t *testing.T) {
				rcpool.PutBack(t)
				rcpool.SetChecking(oneIn)
				resets := 0
				//rcpool:ignore the rest is left on purpose
				p := rcpool.Pool[message]{Name: "settled", Reset: func(*message) { resets++ }}
				lease := func() {
					r := p.Get()
					if shared {
						r.Retain().Release()
					}
					r.Release()
				}
				lease()
				late := func(what string) { t.Errorf("%s was set after the first lease, and called", what) }
				p.Name = "renamed"
				p.New = func() *message { late("New"); return new(message) }
				p.Reset = func(*message) { late("Reset") } //rcpool:ignore it is never called
				p.Keep = func(*message) bool { late("Keep"); return true }
				p.Memory = func(*message) []byte { late("Memory"); return nil }
				held := p.Get() // so that a fresh object is needed
				lease()
				held.Release()
				p.Reset = nil
				lease()
				if resets != 4 {
					t.Errorf("%d resets of 4 leases", resets)
				}
				if got := p.Stats(); got.Name != "settled" || got.Retired != got.RetiredBy.Check {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}
