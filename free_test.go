package rcpool_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
)

// mappings are what objects hold outside of Go's heap, as far as the tests are
// concerned: which of them are in use, and how often each was freed.
type mappings struct {
	mu    sync.Mutex
	freed map[int]int
	made  int
}

func (m *mappings) alloc() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made++
	return m.made
}

func (m *mappings) free(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.freed == nil {
		m.freed = map[int]int{}
	}
	m.freed[n]++
}

// timesFreed returns how often the mapping was freed.
func (m *mappings) timesFreed(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.freed[n]
}

// rest says what is wrong with the mappings if not each was freed once, but for
// some.
func (m *mappings) rest(some int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for n, times := range m.freed {
		if n < 1 || n > m.made || times != 1 {
			return fmt.Sprintf("mapping %d was freed %d times", n, times)
		}
	}
	if len(m.freed) != m.made-some {
		return fmt.Sprintf("%d mappings were made, %d freed; want %d not to be", m.made, len(m.freed), some)
	}
	return ""
}

// A holder is an object with a mapping.
type holder struct {
	mapping int `rcpool:"keep"`
	uses    int
	next    *holder
}

func (h *holder) Reset() { h.uses, h.next = 0, nil }

// holders makes a pool of objects with mappings.
func holders(m *mappings) *rcpool.Pool[holder] {
	return &rcpool.Pool[holder]{
		Name: "holders",
		New:  func() *holder { return &holder{mapping: m.alloc()} },
		Free: func(h *holder) { m.free(h.mapping) },
	}
}

func TestFree_ObjectsThatLeaveThePool(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*rcpool.Pool[holder])
		use    func(*rcpool.Pool[holder])
		report bool // misuses are only reported
		kept   int  // objects that somebody else will free
	}{
		"an idle one": {use: func(p *rcpool.Pool[holder]) { p.Get().Release() }},
		"one that Keep refused": {
			change: func(p *rcpool.Pool[holder]) { p.Keep = func(*holder) bool { return false } },
			use:    func(p *rcpool.Pool[holder]) { p.Get().Release() }},
		"one that was misused": {use: func(p *rcpool.Pool[holder]) {
			r := p.Get()
			r.Release()
			panics(r.Release)
			p.Get().Release()
		}},
		"one that was misused while it was leased": {use: func(p *rcpool.Pool[holder]) {
			r := p.Get()
			second := r.Retain()
			r.Release()
			panics(r.Release)
			second.Release()
		}},
		"one whose Reset panicked": {
			change: func(p *rcpool.Pool[holder]) { p.Reset = func(*holder) { panic("on purpose") } },
			use:    func(p *rcpool.Pool[holder]) { panics(p.Get().Release) }},
		"one whose Keep panicked": {
			change: func(p *rcpool.Pool[holder]) { p.Keep = func(*holder) bool { panic("on purpose") } },
			use:    func(p *rcpool.Pool[holder]) { panics(p.Get().Release) }},
		"one that was lost": {use: func(p *rcpool.Pool[holder]) { p.Get().Value().uses++ }}, //rcpool:ignore it is lost on purpose
		"a substitute": {report: true, use: func(p *rcpool.Pool[holder]) {
			r := p.Get()
			r.Release()
			//rcpool:ignore the mistake is on purpose
			r.Value().uses++
			r.Retain().Release()
		}},
		"one that was detached": {kept: 1, use: func(p *rcpool.Pool[holder]) { p.Get().Detach() }},
		"a substitute that was detached": {kept: 1, report: true, use: func(p *rcpool.Pool[holder]) {
			r := p.Get()
			r.Release()
			//rcpool:ignore the mistake is on purpose
			r.Detach()
		}},
		"one that was detached while it was shared": {kept: 1, report: true, use: func(p *rcpool.Pool[holder]) {
			r := p.Get()
			second := r.Retain()
			//rcpool:ignore the mistake is on purpose
			r.Detach()
			second.Release()
		}},
	} {
		for _, oneIn := range []int{0, 1} {
			t.Run(fmt.Sprintf("%s, checked %d", name, oneIn), func(t *testing.T) {
				rcpool.PutBack(t)
				rcpool.OnReport(func(rcpool.Report) {})
				rcpool.SetChecking(oneIn)
				rcpool.SetPanicOnMisuse(!test.report)
				var m mappings
				func() {
					p := holders(&m)
					if test.change != nil {
						test.change(p)
					}
					for range 3 {
						test.use(p)
					}
				}()
				eventually(t, func() string { return m.rest(3 * test.kept) })
			})
		}
	}
}

// Of the pool's own objects, too, which hold what their users put there.
func TestFree_WithoutNew(t *testing.T) {
	var m mappings
	func() {
		p := rcpool.Pool[holder]{Free: func(h *holder) { m.free(h.mapping) }}
		for range 100 {
			r := p.Get()
			if h := r.Value(); h.mapping == 0 {
				h.mapping = m.alloc()
			}
			r.Release()
		}
	}()
	eventually(t, func() string { return m.rest(0) })
}

type (
	descriptor struct{ number int32 } // the runtime puts several into one block
	empty      struct{}
)

func (*descriptor) Reset() {}
func (*empty) Reset()      {}

// Small objects are freed, though others that were made with them are in use.
func TestFree_SmallObjects(t *testing.T) {
	var m mappings
	p := rcpool.Pool[descriptor]{
		New:  func() *descriptor { return &descriptor{int32(m.alloc())} },
		Free: func(d *descriptor) { m.free(int(d.number)) },
	}
	var refs, others []rcpool.Ref[descriptor]
	for range 100 {
		refs, others = append(refs, p.Get()), append(others, p.Get())
	}
	release := func(refs []rcpool.Ref[descriptor]) {
		for _, r := range refs {
			r.Release()
		}
	}
	release(refs)
	refs = nil
	eventually(t, func() string { return m.rest(len(others)) })
	release(others)

	var freed atomic.Int64
	none := rcpool.Pool[empty]{Free: func(*empty) { freed.Add(1) }}
	for range 10 {
		none.Get().Release()
	}
	eventually(t, func() string {
		if s := none.Stats(); s.Made == 0 || uint64(freed.Load()) != s.Made || s.Freed != s.Made {
			return fmt.Sprintf("%d freed of %+v", freed.Load(), s)
		}
		return ""
	})
}

// As long as anything holds the *T, even by mistake, the object is not freed.
func TestFree_NotWhileTheObjectIsReachable(t *testing.T) {
	for name, use := range map[string]func(p *rcpool.Pool[holder]) *holder{
		"after the lease": func(p *rcpool.Pool[holder]) *holder {
			r := p.Get()
			h := r.Value()
			r.Release()
			return h //rcpool:ignore the mistake is on purpose
		},
		"after a lease that was lost": func(p *rcpool.Pool[holder]) *holder { return p.Get().Value() }, //rcpool:ignore it is lost on purpose
	} {
		for _, oneIn := range []int{0, 1} {
			t.Run(fmt.Sprintf("%s, checked %d", name, oneIn), func(t *testing.T) {
				rcpool.PutBack(t)
				rcpool.OnReport(func(rcpool.Report) {})
				rcpool.SetChecking(oneIn)
				var m mappings
				p := holders(&m)
				p.Keep = func(*holder) bool { return false }
				h := use(p)
				number := 1 // that of the first object
				for range 10 {
					runtime.GC()
					time.Sleep(time.Millisecond)
					if m.timesFreed(number) > 0 {
						t.Fatal("freed while it is reachable")
					}
				}
				runtime.KeepAlive(h)
				eventually(t, func() string {
					p.Get().Release()
					if m.timesFreed(number) != 1 {
						return "not freed"
					}
					return ""
				})
			})
		}
	}
}

// A stale Ref does not keep the object from being freed.
func TestFree_WhileAStaleReferenceIsKept(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		t.Run(fmt.Sprint("checked ", oneIn), func(t *testing.T) {
			rcpool.PutBack(t)
			rcpool.SetChecking(oneIn)
			var m mappings
			p := holders(&m)
			p.Keep = func(*holder) bool { return false }
			r := p.Get()
			r.Release()
			eventually(t, func() string { return m.rest(0) })
			if r.Valid() {
				t.Error("the reference is valid")
			}
		})
	}
}

// The limit of finalizers: what leads back to itself is never freed. A cleanup
// has that limit only if its argument leads back.
func TestFree_Cycles(t *testing.T) {
	var m mappings
	var cleaned atomic.Int64
	lease := func(reset func(*holder)) {
		p := holders(&m)
		p.Reset = reset
		r := p.Get()
		h := r.Value()
		h.next = &holder{next: h}
		r.Release()
	}
	lease((*holder).Reset) // cuts the cycle
	eventually(t, func() string { return m.rest(0) })
	lease(func(*holder) {})
	func() {
		p := rcpool.Pool[holder]{Reset: func(*holder) {}, New: func() *holder { //rcpool:ignore the rest is left on purpose
			h := new(holder)
			h.next = &holder{next: h}
			runtime.AddCleanup(h, func(n int64) { cleaned.Add(n) }, 1)
			return h
		}}
		p.Get().Release()
	}()
	eventually(t, func() string {
		if n := cleaned.Load(); n != 1 {
			return fmt.Sprintf("%d cleanups", n)
		}
		return ""
	})
	if rest := m.rest(1); rest != "" {
		t.Error(rest)
	}
}

// Free may lease from its pool, wait for the program, and end its goroutine.
func TestFree_DoesWhatItLikes(t *testing.T) {
	var m mappings
	var p *rcpool.Pool[holder]
	proceed := make(chan bool)
	p = holders(&m)
	p.Keep = func(*holder) bool { return false }
	var calls atomic.Int64
	p.Free = func(h *holder) {
		m.free(h.mapping)
		switch calls.Add(1) {
		case 1:
			<-proceed
		case 2:
			p.Get().Release()
		case 3:
			runtime.Goexit()
		}
	}
	for range 5 {
		p.Get().Release()
	}
	eventually(t, func() string {
		if calls.Load() != 1 {
			return "nothing is freed"
		}
		return ""
	})
	finalized := make(chan bool)
	runtime.SetFinalizer(&holder{mapping: -1}, func(*holder) { close(finalized) })
	eventually(t, func() string {
		select {
		case <-finalized:
			return ""
		default:
			return "Free holds up the finalizers of others"
		}
	})
	close(proceed)
	eventually(t, func() string { return m.rest(0) })
	eventually(t, func() string {
		if s := p.Stats(); s.Made != 6 || s.Freed != 6 {
			return fmt.Sprintf("%+v", s)
		}
		return ""
	})
}

// New may have set a finalizer by mistake.
func TestFree_InsteadOfAnotherFinalizer(t *testing.T) {
	var m mappings
	p := holders(&m)
	p.New = func() *holder {
		h := &holder{mapping: m.alloc()}
		runtime.SetFinalizer(h, func(*holder) { t.Error("was called") })
		return h
	}
	p.Keep = func(*holder) bool { return false }
	p.Get().Release()
	eventually(t, func() string { return m.rest(0) })
}

var outside holder

func TestFree_Panics(t *testing.T) {
	for name, test := range map[string]struct {
		get  func()
		want string
	}{
		"without a Reset": {func() {
			p := rcpool.Pool[message]{Free: func(*message) {}}
			p.Get().Release()
		}, "needs a Reset"},
		"with a New that returns a variable of the package": {func() {
			p := rcpool.Pool[holder]{Name: "outside", New: func() *holder { return &outside }, Free: func(*holder) {}}
			p.Get().Release()
		}, "not in Go's heap"},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				if got := fmt.Sprint(panics(test.get)); !strings.Contains(got, test.want) {
					t.Errorf("panics with %s, want %s", got, test.want)
				}
			}
		})
	}
}

func TestFree_PanicEndsTheProgram(t *testing.T) {
	if os.Getenv("RCPOOL_FREE_PANICS") != "" {
		p := rcpool.Pool[holder]{Free: func(*holder) { panic("on purpose, in Free") }}
		for range 1000 {
			p.Get().Value().uses++ //rcpool:ignore it is lost on purpose
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFree_PanicEndsTheProgram$")
	cmd.Env = append(os.Environ(), "RCPOOL_FREE_PANICS=1")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "on purpose, in Free") {
		t.Errorf("%v\n%s", err, out)
	}
}

// Guard pages are not the memory of an object that New has made.
func TestFree_WithGuardAndMemory(t *testing.T) {
	rcpool.PutBack(t)
	rcpool.SetChecking(1)
	var m mappings
	p := rcpool.Pool[descriptor]{
		New:    func() *descriptor { return &descriptor{int32(m.alloc())} },
		Free:   func(d *descriptor) { m.free(int(d.number)) },
		Guard:  true,
		Memory: func(*descriptor) []byte { t.Error("Memory was called"); return nil },
	}
	r := p.Get()
	if r.Value().number == 0 {
		t.Error("the object is not one of New's")
	}
	r.Release()
	eventually(t, func() string { return m.rest(0) })
}

// In report mode Detach of a shared object must not take what the others use from
// under them, nor may two owners free it.
func TestFree_DetachOfASharedObject(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		t.Run(fmt.Sprint("checked ", oneIn), func(t *testing.T) {
			rcpool.PutBack(t)
			rcpool.OnReport(func(rcpool.Report) {})
			rcpool.SetChecking(oneIn)
			rcpool.SetPanicOnMisuse(false)
			var m mappings
			p := holders(&m)
			first := p.Get()
			second, third := first.Retain(), first.Retain()
			//rcpool:ignore the mistakes are on purpose
			a, b := first.Detach(), second.Detach()
			shared := third.Value().mapping
			if a.mapping == shared || b.mapping == shared || a.mapping == b.mapping {
				t.Errorf("the owners have the mappings %d, %d and %d, want three", a.mapping, b.mapping, shared)
			}
			for range 10 {
				runtime.GC()
				time.Sleep(time.Millisecond)
			}
			if m.timesFreed(shared) != 0 {
				t.Error("freed while it is leased")
			}
			third.Release()
			eventually(t, func() string { return m.rest(2) })
			if s := p.Stats(); s.Made != s.Freed {
				t.Errorf("%d made, %d freed or detached", s.Made, s.Freed)
			}
			if m.timesFreed(a.mapping)+m.timesFreed(b.mapping) != 0 {
				t.Error("the pool has freed what was detached")
			}
		})
	}
}

// What a checked lease finds out without writing to the object.
func TestFree_ChecksLeases(t *testing.T) {
	c := checked(t)
	var m mappings
	p := holders(&m)
	func() {
		r := p.Get()
		h := r.Value()
		//rcpool:ignore the mistake is on purpose
		keepHolder(h)
		r.Release()
		if race.Enabled {
			return // what follows is a race
		}
		//rcpool:ignore the mistake is on purpose
		if h.mapping == 0 || m.timesFreed(h.mapping) != 0 {
			t.Errorf("after the lease the object is %+v", h)
		}
	}()
	defer keepHolder(nil)
	eventually(t, func() string {
		p.Get().Release() // so that objects of New can be tried
		if len(c.all()) == 0 {
			return "no report"
		}
		return ""
	})
	c.only(t, rcpool.KeptPointer)
	keepHolder(nil)
	eventually(t, func() string {
		if s := p.Stats(); s.Made != s.Freed {
			return fmt.Sprintf("%+v", s)
		}
		return ""
	})
	if rest := m.rest(0); rest != "" {
		t.Error(rest)
	}
}

var keptHolder atomic.Pointer[holder]

//go:noinline
func keepHolder(h *holder) { keptHolder.Store(h) }

// Objects of all fates, from many goroutines: each is freed once, or detached.
func TestFree_Stress(t *testing.T) {
	for _, oneIn := range []int{0, 100, 1} {
		for _, report := range []bool{false, true} {
			t.Run(fmt.Sprintf("checked %d, report %t", oneIn, report), func(t *testing.T) {
				rcpool.PutBack(t)
				rcpool.OnReport(func(rcpool.Report) {})
				rcpool.SetChecking(oneIn)
				rcpool.SetPanicOnMisuse(!report)
				leases := 20_000
				if testing.Short() || race.Enabled || oneIn == 1 {
					leases = 2_000
				}
				u := users{t: t, report: report}
				u.pool = holders(&u.mappings)
				u.pool.Keep = func(h *holder) bool { return h.mapping%7 != 0 }
				u.pool.Reset = func(h *holder) {
					if h.uses == 13 {
						panic("on purpose")
					}
					h.Reset()
				}
				var wg sync.WaitGroup
				for range 4 {
					wg.Add(1)
					go func() {
						defer wg.Done()
						for range leases / 4 {
							u.use()
						}
					}()
				}
				wg.Wait()
				eventually(t, func() string { return u.mappings.rest(int(u.detached.Load())) })
				made := uint64(u.mappings.made)
				if s := u.pool.Stats(); s.Made != made || s.Freed != made {
					t.Errorf("%d were made; the counts are %+v", made, s)
				}
			})
		}
	}
}

// users use objects in all ways, right and wrong.
type users struct {
	t        *testing.T
	pool     *rcpool.Pool[holder]
	report   bool // misuses are only reported
	mappings mappings
	detached atomic.Int64
}

func (u *users) use() {
	r := u.pool.Get() //rcpool:ignore it is lost in one case
	h := r.Value()
	h.uses = rand.IntN(13)
	n := h.mapping
	if u.mappings.timesFreed(n) != 0 {
		u.t.Errorf("mapping %d is leased after it was freed", n)
	}
	switch rand.IntN(20) {
	case 0:
		r.Detach()
		u.detached.Add(1)
	case 1: // lost
	case 2:
		h.uses = 13
		panics(r.Release)
	case 3:
		second := r.Retain()
		r.Release()
		panics(r.Release)
		second.Release()
	case 4:
		r.Release()
		if u.mappings.timesFreed(n) != 0 {
			u.t.Errorf("mapping %d was freed while its object is reachable", n)
		}
		runtime.KeepAlive(h) //rcpool:ignore the mistake is on purpose
	case 5:
		r.Release()
		u.useStale(r) //rcpool:ignore the mistake is on purpose
	default:
		r.Release()
	}
	if rand.IntN(1000) == 0 {
		runtime.GC()
	}
}

// useStale gets substitutes if misuses are only reported.
func (u *users) useStale(r rcpool.Ref[holder]) {
	if !u.report {
		panics(func() { r.Value() })
		return
	}
	r.Value().uses = 1
	r.Retain().Release()
	r.Detach()
	u.detached.Add(1)
}
