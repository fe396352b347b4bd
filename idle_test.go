package rcpool_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
)

// noCollections keeps the garbage collector from running unless the test calls
// it.
func noCollections(t *testing.T) {
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	runtime.GC() // a collection that was running has ended
}

// wantIdle tells what is wrong with the number of idle objects of a pool that is
// quiet.
func wantIdle(s rcpool.Stats, want int) string {
	if !rcpool.CountsIdle {
		want = -1
	}
	if s.Idle != want {
		return fmt.Sprintf("%d objects are idle, want %d: %+v", s.Idle, want, s)
	}
	return ""
}

// Without a collection, each object that was made is leased, idle, or was left to
// the collector.
func TestIdle_ExactWhenQuiet(t *testing.T) {
	rcpool.PutBack(t)
	for name, oneIn := range map[string]int{"no lease is checked": 0, "one lease in 50 is checked": 50} {
		t.Run(name, func(t *testing.T) {
			rcpool.SetChecking(oneIn)
			noCollections(t)
			//rcpool:ignore the rest is left on purpose
			p := rcpool.Pool[message]{Keep: func(m *message) bool { return m.id%7 != 0 }, Reset: func(*message) {}}
			mail := make(chan rcpool.Ref[message], 64)
			var senders, receivers sync.WaitGroup
			for range 4 {
				senders.Add(1)
				go func() {
					defer senders.Done()
					for i := range 5000 {
						r := p.Get()
						r.Value().id = i
						switch i % 5 {
						case 0:
							r.Detach()
						case 1:
							mail <- r.Retain()
							r.Release()
						default:
							mail <- r
						}
					}
				}()
				receivers.Add(1)
				go func() {
					defer receivers.Done()
					for r := range mail {
						r.Release()
					}
				}()
			}
			senders.Wait()
			held := p.Get()
			close(mail)
			receivers.Wait()
			s := p.Stats()
			if what := wantIdle(s, int(s.News-s.Retired-s.Detached)-1); what != "" {
				t.Error(what)
			}
			held.Release()
		})
	}
}

func TestIdle_Deterministic(t *testing.T) {
	rcpool.PutBack(t)
	noCollections(t)
	var p rcpool.Pool[message]
	idle := func(want int) {
		t.Helper()
		if what := wantIdle(p.Stats(), want); what != "" {
			t.Error(what)
		}
	}
	p.Get().Release()
	idle(1)
	sampling.Change(func(s *sampling.Settings) { s.Deterministic = true })
	first, second := p.Get(), p.Get()
	second.Release()
	first.Release()
	n := int(p.Stats().News)
	idle(n)
	r := p.Get()
	idle(n - 1)
	r.Release()

	// The next new object ends it, and what was kept for it is gone.
	sampling.Change(func(s *sampling.Settings) { s.Deterministic = false })
	all := leases(&p, n+1)
	idle(0)
	for _, r := range all {
		r.Release()
	}
	idle(n + 1)
}

// The idle objects of a pool that nobody uses are gone after two collections.
func TestIdle_GoneAfterTwoCollections(t *testing.T) {
	noCollections(t)
	var m mappings
	p := holders(&m)
	// The store hears of a collection from a goroutine of the runtime, some time
	// later.
	for wait := time.Millisecond; ; wait *= 4 {
		for _, r := range leases(p, 100) {
			r.Release()
		}
		runtime.GC()
		time.Sleep(wait)
		runtime.GC()
		what := wantIdle(p.Stats(), 0)
		if what == "" {
			break
		}
		if wait > 10*time.Second {
			t.Fatal(what)
		}
	}
	for deadline := time.Now().Add(20 * time.Second); m.rest(0) != ""; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(m.rest(0))
		}
	}
	if s := p.Stats(); s.Made != s.News || s.Freed != s.Made {
		t.Errorf("%+v", s)
	}
	runtime.KeepAlive(p)
}

// Collections do not empty a pool in use.
func TestIdle_SurvivesCollections(t *testing.T) {
	if !rcpool.CountsIdle {
		t.Skip("a sync.Pool makes no such promise")
	}
	noCollections(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // objects in the caches of other Ps are not found
	var p rcpool.Pool[message]
	const n = 100
	for range 20 {
		for _, r := range leases(&p, n) {
			r.Release()
		}
		runtime.GC()
	}
	s := p.Stats()
	if s.News != n {
		t.Errorf("%d objects were made for %d leases at a time: %+v", s.News, n, s)
	}
}

func leases[T any](p *rcpool.Pool[T], n int) []rcpool.Ref[T] {
	refs := make([]rcpool.Ref[T], n)
	for i := range refs {
		refs[i] = p.Get()
	}
	return refs
}

// While GOMAXPROCS changes and garbage is collected, no lease is lost from the
// counts, and each object is freed once. Afterwards what is idle still goes, also
// if the runtime has lost calls of cleanups together with processors.
func TestIdle_ChangingProcessors(t *testing.T) {
	processors := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(processors)
	var m mappings
	const goroutines = 8
	rounds := 30_000
	if race.Enabled || testing.Short() {
		rounds = 2000
	}
	p := holders(&m)
	func() {
		stop := make(chan struct{})
		var disturbing, working sync.WaitGroup
		disturbing.Add(1)
		go func() {
			defer disturbing.Done()
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
					runtime.GOMAXPROCS(1 + i%8)
					if i%4 == 0 {
						runtime.GC()
					}
				}
			}
		}()
		mail := make(chan rcpool.Ref[holder], 64)
		for range goroutines {
			working.Add(1)
			go func() {
				defer working.Done()
				for i := range rounds {
					mine := leases(p, 1+i%20)
					for _, r := range mine {
						if h := r.Value(); h.uses != 0 {
							t.Errorf("leased an object with %d uses", h.uses)
						}
						r.Value().uses++
						select {
						case mail <- r:
						default:
							r.Release()
						}
					}
					for range i % 16 {
						select {
						case r := <-mail:
							r.Release()
						default:
						}
					}
				}
			}()
		}
		working.Wait()
		close(mail)
		for r := range mail {
			r.Release()
		}
		close(stop)
		disturbing.Wait()
		gets := 0
		for i := range rounds {
			gets += goroutines * (1 + i%20)
		}
		s := p.Stats()
		if int(s.Gets) != gets || int(s.Releases) != gets || s.InUse != 0 || s.Retired != 0 || s.News != s.Made {
			t.Errorf("want %d leases: %+v", gets, s)
		}
		if rcpool.CountsIdle && (s.Idle < 0 || uint64(s.Idle) > s.News) {
			t.Errorf("%d objects are idle of %d", s.Idle, s.News)
		}
	}()
	runtime.GOMAXPROCS(processors)
	eventually(t, func() string { return m.rest(0) })
	runtime.KeepAlive(p)
}

// Pools that are made, used and dropped leave nothing behind.
func TestIdle_PoolsByTheHundredThousand(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	var m mappings
	heap := func() int {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int(stats.HeapAlloc)
	}
	runtime.GC()
	before := heap()
	for i := range n {
		var p rcpool.Pool[message]
		refs := leases(&p, 2)
		refs[0].Release()
		refs[1].Release()
		if i%100 == 0 {
			holders(&m).Get().Release()
		}
	}
	eventually(t, func() string {
		if more := (heap() - before) / n; more > 100 {
			return fmt.Sprintf("each pool leaves %d bytes behind", more)
		}
		return m.rest(0)
	})
}
