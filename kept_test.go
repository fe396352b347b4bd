package rcpool_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// kept is where pointers are kept by mistake, or by right.
var kept struct {
	mu       sync.Mutex
	profiles []*profile
	children []*infant
	free     []*infant
}

//go:noinline
func keepHere(p *profile) {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	kept.profiles = append(kept.profiles, p)
}

func TestCheck_KeptPointer(t *testing.T) {
	for name, newProfile := range map[string]func() *profile{"new(T)": nil, "New": func() *profile { return new(profile) }} {
		t.Run(name, func(t *testing.T) {
			c := checked(t)
			defer func() { kept.profiles = nil }()
			p := rcpool.Pool[profile]{Name: "profiles", New: newProfile}
			func() {
				r := p.Get()
				keepHere(r.Value()) //rcpool:ignore the mistake is on purpose
				second := r.Retain()
				second.Release()
				r.Release()
			}()
			eventually(t, func() string {
				p.Get().Release() // so that objects of New can be tried
				if len(c.all()) == 0 {
					return "no report"
				}
				return ""
			})
			report := c.only(t, rcpool.KeptPointer)
			if !strings.Contains(report.GotAt.String(), "TestCheck_KeptPointer") || report.ReleasedAt == nil || len(report.RetainedAt) != 1 || report.Pool != "profiles" {
				t.Errorf("places are missing:\n%v", report)
			}
		})
	}
}

//go:noinline
func publish(p *profile, stop chan bool) {
	<-stop
	runtime.KeepAlive(p)
}

//go:noinline
func handleHere(p *rcpool.Pool[profile], stop chan bool) {
	r := p.Get()
	defer r.Release()
	//rcpool:ignore the mistake is on purpose
	go publish(r.Value(), stop)
}

func TestCheck_KeptPointerNamesTheSuspects(t *testing.T) {
	c := checked(t)
	stop := make(chan bool)
	defer close(stop)
	var p rcpool.Pool[profile]
	handleHere(&p, stop)
	report := c.only(t, rcpool.KeptPointer)
	if len(report.Suspects) != 1 {
		t.Fatalf("got %+v", report.Suspects)
	}
	s := report.Suspects[0]
	if !strings.Contains(s.Site(), "rcpool_test.publish ") || !strings.HasSuffix(s.CreatedBy.Function, ".handleHere") {
		t.Errorf("suspect %+v", s)
	}
	for _, want := range []string{"May hold it: goroutine [chan receive", "rcpool_test.publish()", "created by github.com/rcpool/rcpool_test.handleHere"} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("lacks %q:\n%v", want, report)
		}
	}
}

// A Ref that is kept when its lease is over keeps nothing.
func TestCheck_StaleReferencesAreNoKeptPointers(t *testing.T) {
	c := checked(t)
	var p rcpool.Pool[profile]
	var stale []rcpool.Ref[profile]
	for range 10 {
		r := p.Get()
		stale = append(stale, r)
		r.Release()
	}
	for range 10 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if got := c.all(); len(got) > 0 {
		t.Errorf("got %v", got)
	}
	for _, r := range stale {
		if r.Valid() {
			t.Error("a reference is valid after its release")
		}
	}
}

// An infant is known to a registry that New enters it in.
type infant struct {
	id   int
	name string
	body [100]byte
}

// A knot has everything that could keep it alive, or look so.
type knot struct {
	self   atomic.Pointer[knot]
	next   *knot
	pool   sync.Pool
	closed *closer
	id     int
}

type closer struct{ id int }

func (k *knot) Reset() {
	k.self.Store(nil)
	k.next, k.closed, k.id = nil, nil, 0
}

// storm makes n correct leases that could be taken for kept: goroutines are
// interrupted in the function that had borrowed the object, stopped timers still
// refer to it, and it is reachable by right. Garbage is collected all the time.
func storm(n int) {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	var (
		events   = rcpool.Pool[profile]{Name: "events"}
		knots    = rcpool.Pool[knot]{Name: "knots"}
		children = rcpool.Pool[infant]{Name: "children", New: func() *infant {
			kept.mu.Lock()
			defer kept.mu.Unlock()
			c := new(infant)
			if kept.children = append(kept.children, c); len(kept.children) > 10_000 {
				kept.children = nil
			}
			return c
		}}
		elements = rcpool.Pool[infant]{Name: "elements", New: func() *infant {
			kept.mu.Lock()
			defer kept.mu.Unlock()
			if len(kept.free) == 0 {
				for array, i := make([]infant, 64), 0; i < len(array); i++ {
					kept.free = append(kept.free, &array[i])
				}
			}
			last := len(kept.free) - 1
			c := kept.free[last]
			kept.free = kept.free[:last]
			return c
		}}
		fresh = rcpool.Pool[profile]{Name: "fresh", New: func() *profile { return &profile{id: 0} }}
		done  = make(chan bool)
		users sync.WaitGroup
	)
	for range 2000 {
		defer time.AfterFunc(time.Hour, func() {}).Stop() // so that stopped timers stay for longer
	}
	go func() { // garbage
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
				stormGarbage = make([]byte, 32<<10)
				if i%64 == 0 {
					time.Sleep(time.Millisecond)
				}
			}
		}
	}()
	const goroutines = 4
	for g := range goroutines {
		users.Add(1)
		go func() {
			defer users.Done()
			random := rand.New(rand.NewPCG(uint64(g), 3))
			for range n / goroutines {
				switch random.IntN(10) {
				case 0:
					stormLoops(&events, random.IntN(200) == 0)
				case 1:
					stormStarts(&events)
				case 2:
					stormTimer(&events)
				case 3:
					stormKnot(&knots)
				case 4:
					r := children.Get()
					r.Value().id++
					r.Release()
				case 5:
					r := elements.Get()
					r.Value().id++
					r.Release()
				case 6:
					stormLoops(&fresh, random.IntN(200) == 0)
				case 7:
					stormAside(&events, random.IntN(200) == 0)
				case 8:
					stormWorks(&events, random.IntN(200) == 0)
				case 9:
					stormContext(&events)
				}
			}
		}()
	}
	users.Wait()
	close(done)
}

var (
	stormGarbage []byte
	stormSum     atomic.Int64
)

// stormLoops loops without a call after the release, for 20 µs or 2 ms: what
// was borrowed may still be in its frame.
//
//go:noinline
func stormLoops(p *rcpool.Pool[profile], long bool) {
	r := p.Get()
	v := r.Value()
	v.id = 1
	stormUse(v)
	stormUse(v)
	r.Release()
	n := 30_000
	if long {
		n *= 100
	}
	sum := 0
	for i := range n {
		sum += i ^ sum>>3
	}
	stormSum.Store(int64(sum))
}

// stormAside starts a goroutine that has nothing to do with the object, and loops
// like stormLoops.
//
//go:noinline
func stormAside(p *rcpool.Pool[profile], long bool) {
	r := p.Get()
	v := r.Value()
	v.id = 1
	stormUse(v)
	stormUse(v)
	r.Release()
	go stormWaits()
	n := 30_000
	if long {
		n *= 100
	}
	sum := 0
	for i := range n {
		sum += i ^ sum>>3
	}
	stormSum.Store(int64(sum))
}

func stormWaits() { time.Sleep(10 * time.Millisecond) }

// stormWorks lends the object to a goroutine, and waits until that does not use
// it any more. The goroutine goes on.
//
//go:noinline
func stormWorks(p *rcpool.Pool[profile], long bool) {
	r := p.Get()
	used := make(chan bool)
	go stormWork(r.Value(), used, long)
	<-used
	r.Release()
}

//go:noinline
func stormWork(v *profile, used chan bool, long bool) {
	stormUse(v)
	stormUse(v)
	used <- true
	n := 30_000
	if long {
		n *= 10_000
	}
	sum := 0
	for i := range n {
		sum += i ^ sum>>3
	}
	stormSum.Store(int64(sum))
}

// stormContext cancels a context with a timer, whose values have the object.
//
//go:noinline
func stormContext(p *rcpool.Pool[profile]) {
	r := p.Get()
	ctx := context.WithValue(context.Background(), stormKey{}, r.Value())
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	stormUse(ctx.Value(stormKey{}).(*profile))
	cancel()
	r.Release()
	go stormWaits()
}

type stormKey struct{}

//go:noinline
func stormUse(p *profile) { p.buffer[3]++ }

// stormStarts gives a goroutine a reference, and goes on.
//
//go:noinline
func stormStarts(p *rcpool.Pool[profile]) {
	r := p.Get()
	second := r.Retain()
	go func() {
		stormSum.Add(int64(second.Value().id))
		second.Release()
		time.Sleep(time.Millisecond)
		sum := 0
		for i := range 1000 {
			sum += i ^ sum>>3
		}
		stormSum.Store(int64(sum))
	}()
	stormUse(r.Value())
	r.Release()
}

// stormTimer stops a timer whose function refers to the object.
//
//go:noinline
func stormTimer(p *rcpool.Pool[profile]) {
	r := p.Get()
	v := r.Value()
	//rcpool:ignore the timer is stopped before the release
	timer := time.AfterFunc(10*time.Second, func() { v.id++ })
	stormUse(v)
	timer.Stop()
	r.Release()
}

//go:noinline
func stormKnot(p *rcpool.Pool[knot]) {
	r := p.Get()
	k := r.Value()
	k.self.Store(k)
	k.next = k
	k.pool.Put(k) //rcpool:ignore it holds itself on purpose
	k.pool.Get()
	k.closed = &closer{1}
	runtime.SetFinalizer(k.closed, func(*closer) {})
	if k.id = 1; rand.IntN(10) == 0 {
		runtime.AddCleanup(k, func(int) {}, 1)
	}
	r.Release()
}

// TestDetectors_KeptPointersAreNotMadeUp makes a million leases with
// RCPOOL_SELFTEST=full.
func TestDetectors_KeptPointersAreNotMadeUp(t *testing.T) {
	for bug, godebug := range map[string]string{"storm": "clobberfree=1", "sampled storm": ""} {
		t.Run(bug, func(t *testing.T) {
			out := child(t, bug, godebug)
			if !strings.Contains(out, "\nreports 0\n") || strings.Contains(out, "WARNING: DATA RACE") {
				t.Errorf("correct leases were reported:\n%.5000s", out)
			}
		})
	}
}
