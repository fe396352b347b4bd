package rcpool_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

func TestStats_UnusedPool(t *testing.T) {
	p := rcpool.Pool[message]{Name: "unused pool"}
	if got, want := p.Stats(), (rcpool.Stats{Name: "unused pool"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, s := range rcpool.AllStats() {
		if s.Name == "unused pool" {
			t.Error("All lists a pool that was never used")
		}
	}
}

// Numbers tell pools with the same name apart, and put them in the order in which
// they were first used.
func TestStats_NumbersPools(t *testing.T) {
	var first, second, unused rcpool.Pool[message]
	for _, p := range []*rcpool.Pool[message]{&first, &second, &unused} {
		p.Name = "one of three"
	}
	first.Get().Release()
	second.Get().Release()
	numbers := func() (of []uint64) {
		for _, s := range rcpool.AllStats() {
			if s.Name == "one of three" {
				of = append(of, s.Number)
			}
		}
		return of
	}
	want := []uint64{first.Stats().Number, second.Stats().Number}
	if want[0] == 0 || want[0] >= want[1] {
		t.Errorf("the pools have the numbers %d, in the order they were used", want)
	}
	for range 10 {
		if got := numbers(); !slices.Equal(got, want) {
			t.Fatalf("AllStats has the numbers %d, want %d", got, want)
		}
	}
	if n := unused.Stats().Number; n != 0 {
		t.Errorf("a pool that was not used has the number %d", n)
	}
	runtime.KeepAlive(&first)
	runtime.KeepAlive(&second)
}

// Whatever many goroutines do, the counts are exact when they have done.
func TestStats_ExactWhenQuiet(t *testing.T) {
	//rcpool:ignore the rest is left on purpose
	p := rcpool.Pool[message]{Keep: func(m *message) bool { return m.id%7 != 0 }, Reset: func(*message) {}}
	var gets, releases, detached, dropped, held atomic.Uint64
	var mu sync.Mutex
	var still []rcpool.Ref[message]
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 5000 {
				r := p.Get()
				gets.Add(1)
				r.Value().id = i
				if i%7 == 0 {
					dropped.Add(1)
				}
				switch (i + g) % 50 {
				case 0:
					r.Value().id = 1
					r.Detach()
					detached.Add(1)
					if i%7 == 0 {
						dropped.Add(^uint64(0))
					}
					continue
				case 1:
					r.Value().id = 1
					held.Add(1)
					if i%7 == 0 {
						dropped.Add(^uint64(0))
					}
					mu.Lock()
					still = append(still, r)
					mu.Unlock()
					continue
				case 2:
					r.Retain().Release()
				}
				r.Release()
				releases.Add(1)
			}
		}()
	}
	wg.Wait()
	want := func(inUse uint64) {
		t.Helper()
		got := p.Stats()
		if got.Gets != gets.Load() || got.Releases != releases.Load() || got.Detached != detached.Load() ||
			got.InUse != inUse || got.Lost != 0 || got.RetiredBy.Keep != dropped.Load() || got.Retired != dropped.Load() {
			t.Errorf("got %+v\nwant gets %d, releases %d, detached %d, in use %d, retired %d",
				got, gets.Load(), releases.Load(), detached.Load(), inUse, dropped.Load())
		}
	}
	want(held.Load())
	for _, r := range still {
		r.Release()
		releases.Add(1)
	}
	want(0)
	// Idle objects go to the garbage collector; what they counted does not.
	runtime.GC()
	runtime.GC()
	want(0)
}

// Under load the counts are within 1 % of the truth, never go back, and add up.
func TestStats_UnderLoad(t *testing.T) {
	var p rcpool.Pool[message]
	var begun, done atomic.Uint64
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				select {
				case <-stop:
					return
				default:
				}
				for range 100 {
					begun.Add(1)
					r := p.Get()
					r.Value().id = 1
					r.Release()
					done.Add(1)
				}
			}
		}()
	}
	var before rcpool.Stats
	for range 200 {
		atLeast := done.Load()
		got := p.Stats()
		atMost := begun.Load()
		if got.Gets < atLeast*99/100 || got.Gets > atMost+atMost/100 {
			t.Errorf("%d gets, the truth is between %d and %d", got.Gets, atLeast, atMost)
		}
		if got.Gets < before.Gets || got.Releases < before.Releases || got.News < before.News {
			t.Errorf("counts went back from %+v to %+v", before, got)
		}
		if got.Gets != got.Releases+got.Detached+got.Lost+got.InUse || got.InUse > 4 {
			t.Errorf("counts do not add up: %+v", got)
		}
		before = got
		time.Sleep(100 * time.Microsecond)
	}
	close(stop)
	wg.Wait()
	if got := p.Stats(); got.Gets != done.Load() || got.Releases != done.Load() {
		t.Errorf("%d leases counted as %+v", done.Load(), got)
	}
}

// A lease that is forgotten costs its object, which the garbage collector
// takes, and is counted.
func TestStats_LostLeases(t *testing.T) {
	var p rcpool.Pool[[1 << 10]byte]
	lose(&p, 100)
	p.Get().Release()
	eventually(t, func() string {
		got := p.Stats()
		if got.Gets == 101 && got.Releases == 1 && got.Lost+got.InUse == 100 && got.Lost >= 80 {
			return "" // the last chunk stays open
		}
		return fmt.Sprintf("%+v", got)
	})
}

//go:noinline
func lose[T any](p *rcpool.Pool[T], n int) {
	for range n {
		//rcpool:ignore it is lost on purpose
		p.Get().Retain()
	}
}

// One object that is always in use does not keep the leaks from being counted
// that are counted in its chunk.
func TestStats_LostBesideAnObjectInUse(t *testing.T) {
	var p rcpool.Pool[[1 << 10]byte]
	r := p.Get()
	lose(&p, 14)
	leases := uint64(15)
	eventually(t, func() string {
		r.Release()
		r = p.Get() // the same object, as a rule
		leases++
		time.Sleep(20 * time.Millisecond)
		got := p.Stats()
		if got.Gets == leases && got.Releases == leases-15 && got.Lost == 14 && got.InUse == 1 {
			return ""
		}
		return fmt.Sprintf("%+v", got)
	})
	r.Release()
}

// An idle pool shrinks: objects and counters go to the garbage collector.
func TestPool_IdleMemoryIsGivenBack(t *testing.T) {
	var p rcpool.Pool[[64 << 10]byte]
	base := heap()
	var refs []rcpool.Ref[[64 << 10]byte]
	for range 1000 {
		refs = append(refs, p.Get())
	}
	if grown := heap() - base; grown < 60<<20 {
		t.Fatalf("1000 objects of 64 KiB take %d bytes", grown)
	}
	for _, r := range refs {
		r.Release()
	}
	clear(refs)
	eventually(t, func() string {
		if grown := heap() - base; grown > 1<<20 {
			return fmt.Sprintf("an idle pool keeps %d bytes", grown)
		}
		return ""
	})
	if got := p.Stats(); got.Gets != 1000 || got.Releases != 1000 || got.Lost != 0 {
		t.Errorf("%+v", got)
	}
	runtime.KeepAlive(&p)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// eventually collects garbage until wrong answers nothing.
func eventually(t *testing.T, wrong func() string) {
	t.Helper()
	what := ""
	for range 200 {
		runtime.GC()
		if what = wrong(); what == "" {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error(what)
}

func TestAll_ListsLivePoolsByName(t *testing.T) {
	a := rcpool.Pool[message]{Name: "all: a"}
	b := rcpool.Pool[int]{Name: "all: b"}
	b.Get().Release()
	//rcpool:ignore it is lost on purpose
	a.Get()
	listed := func() (names []string) {
		all := rcpool.AllStats()
		if !slices.IsSortedFunc(all, func(a, b rcpool.Stats) int { return compare(a.Name, b.Name) }) {
			t.Errorf("not sorted: %+v", all)
		}
		for _, s := range all {
			if len(s.Name) > 5 && s.Name[:5] == "all: " {
				names = append(names, s.Name)
			}
		}
		return names
	}
	if got := listed(); !slices.Equal(got, []string{"all: a", "all: b"}) {
		t.Errorf("listed %q", got)
	}
	usePool("all: c")
	runtime.KeepAlive(&a)
	runtime.KeepAlive(&b)
	eventually(t, func() string {
		if got := listed(); len(got) != 0 {
			return fmt.Sprintf("pools that are gone are listed: %q", got)
		}
		return ""
	})
}

//go:noinline
func usePool(name string) {
	p := &rcpool.Pool[message]{Name: name}
	p.Get().Release()
}

func compare(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// A Reset that takes longer than a scrape will wait is not a panic for good.
func TestStats_SlowResetIsNoPanic(t *testing.T) {
	entered, leave := make(chan bool), make(chan bool)
	//rcpool:ignore the rest is left on purpose
	p := rcpool.Pool[message]{Reset: func(*message) { entered <- true; <-leave }}
	for lease := range uint64(3) {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			p.Get().Release()
		}()
		<-entered
		if got := p.Stats(); got.Retired != 0 || got.Releases != lease+1 {
			t.Errorf("while the reset goes on: %+v", got)
		}
		leave <- true
		wg.Wait()
		if got := p.Stats(); got.Retired != 0 || got.InUse != 0 || got.Releases != lease+1 {
			t.Fatalf("%+v", got)
		}
	}
}

// While one reset goes on, it is not known of which object another has panicked,
// but that one has.
func TestStats_PanicBesideASlowReset(t *testing.T) {
	entered, leave := make(chan bool), make(chan bool)
	slow := true
	//rcpool:ignore the rest is left on purpose
	p := rcpool.Pool[message]{Reset: func(*message) {
		if !slow {
			panic("on purpose")
		}
		entered <- true
		<-leave
	}}
	a, b := p.Get(), p.Get()
	done := make(chan bool)
	go func() { a.Release(); close(done) }()
	<-entered
	slow = false
	panics(b.Release)
	for range 2 {
		if got := p.Stats(); got.RetiredBy.Panic != 1 || got.Releases != 2 {
			t.Errorf("%+v", got)
		}
	}
	leave <- true
	<-done
	for range 2 {
		if got := p.Stats(); got.RetiredBy.Panic != 1 || got.Retired != 1 || got.InUse != 0 {
			t.Errorf("after the slow one: %+v", got)
		}
	}
}

// While resets of other pools go on, it is not known whether those of this pool
// have panicked. What was counted stays counted.
func TestStats_PanicsNeverFall(t *testing.T) {
	entered, leave := make(chan bool), make(chan bool)
	//rcpool:ignore the rest is left on purpose
	slow := rcpool.Pool[message]{Reset: func(*message) { entered <- true; <-leave }}
	p := rcpool.Pool[message]{Reset: func(*message) { panic("on purpose") }}
	want := func(n uint64) {
		t.Helper()
		if got := p.Stats(); got.RetiredBy.Panic != n {
			t.Errorf("%d resets have panicked, want %d", got.RetiredBy.Panic, n)
		}
	}
	a, b := p.Get(), p.Get()
	panics(a.Release)
	panics(b.Release)
	var all sync.WaitGroup
	release := func() {
		all.Add(1)
		go func() {
			defer all.Done()
			slow.Get().Release()
		}()
		<-entered
	}
	release()
	want(1)
	release()
	want(1)
	close(leave)
	all.Wait()
	want(2)
}

// A node is an object of a list whose Reset releases the next one.
type node struct{ next rcpool.Ref[node] }

// The resets of a list, each of which calls that of the next, are at work all at
// once.
func TestStats_NestedSlowResetsAreNoPanics(t *testing.T) {
	for _, length := range []int{1, 2, 5, 50} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			entered, leave := make(chan bool), make(chan bool)
			p := rcpool.Pool[node]{Reset: func(n *node) {
				if n.next.IsZero() {
					entered <- true
					<-leave
				}
				rcpool.Drop(&n.next)
			}}
			head := p.Get()
			for range length - 1 {
				r := p.Get()
				r.Value().next = rcpool.Move(&head)
				head = r
			}
			done := make(chan bool)
			go func() { head.Release(); close(done) }()
			<-entered
			if got := p.Stats(); got.Retired != 0 || got.Releases != uint64(length) {
				t.Errorf("while the resets go on: %+v", got)
			}
			leave <- true
			<-done
			if got := p.Stats(); got.Retired != 0 || got.InUse != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}
