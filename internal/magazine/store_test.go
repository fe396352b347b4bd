//go:build !race

package magazine

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"
)

type object struct {
	owned atomic.Bool
	_     [100]byte
}

func put(s *Store, x *object) { s.Put(unsafe.Pointer(x)) }

func get(s *Store) *object { return (*object)(s.Get()) }

func idleIn(s *Store) int { return s.Gauge()() }

// A timeline is a clock that moves when the test says so.
type timeline struct{ now, perLook atomic.Uint32 }

// newTimeline replaces the clock. It moves by perLook whenever it is read.
func newTimeline(t *testing.T, perLook time.Duration) *timeline {
	var l timeline
	l.now.Store(1)
	l.perLook.Store(uint32(perLook / time.Microsecond))
	before := clock
	clock = func() uint32 { return l.now.Add(l.perLook.Load()) }
	t.Cleanup(func() { clock = before })
	return &l
}

func (l *timeline) advance(d time.Duration) { l.now.Add(uint32(d / time.Microsecond)) }

const (
	often  = time.Duration(0)      // a clock that stands: visits are close together
	rarely = 10 * time.Millisecond // between two looks at the clock
)

// processors sets GOMAXPROCS for the test. With one processor, everything is in
// the cache of P 0 or in the depot, so that what a Get returns is determined.
func processors(t *testing.T, n int) {
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// noCollections turns the garbage collector off for the test, except runtime.GC.
func noCollections(t *testing.T) {
	before := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(before) })
}

// collect runs a garbage collection, and waits until the stock of s is set aside
// and nothing refers to it any more.
func collect(t *testing.T, s *Store) {
	t.Helper()
	runtime.GC()
	d := s.depot.Load()
	eventually(t, "the stock is not set aside", func() bool {
		pending.mu.Lock()
		defer pending.mu.Unlock()
		finished := !pending.armed || len(pending.stocks) > 0
		return finished && d.current.Load() == nil
	})
}

func eventually(t *testing.T, otherwise string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal(otherwise)
		}
	}
}

// cycle gets n objects and puts them back.
func cycle(s *Store, n int) (fresh int) {
	held := make([]*object, n)
	for i := range held {
		if held[i] = get(s); held[i] == nil {
			held[i] = new(object)
			fresh++
		}
	}
	for _, x := range held {
		put(s, x)
	}
	return fresh
}

func TestStore_ReturnsWhatWasPut(t *testing.T) {
	for name, perLook := range map[string]time.Duration{"often": often, "rarely": rarely} {
		t.Run(name, func(t *testing.T) {
			processors(t, 1)
			noCollections(t)
			newTimeline(t, perLook)
			var s Store
			for _, n := range []int{1, 2, 5, 14, 100, 1000, 3} {
				in := map[*object]bool{}
				for range n {
					x := new(object)
					in[x] = true
					put(&s, x)
				}
				if idle := idleIn(&s); idle != n {
					t.Fatalf("%d are idle of %d", idle, n)
				}
				for i := range n {
					x := get(&s)
					if !in[x] {
						t.Fatalf("get %d of %d: %p was not put, or was got before", i, n, x)
					}
					delete(in, x)
					if idle := idleIn(&s); idle != len(in) {
						t.Fatalf("%d are idle, want %d", idle, len(in))
					}
				}
				if x := get(&s); x != nil {
					t.Fatalf("after all were got: %p", x)
				}
			}
		})
	}
}

func TestStore_ReturnsTheLatestFirst(t *testing.T) {
	processors(t, 1)
	noCollections(t)
	newTimeline(t, often)
	var s Store
	cycle(&s, 100)
	x := new(object)
	put(&s, x)
	if get(&s) != x {
		t.Error("another object was got than the one that was put last")
	}
}

func TestStore_CostsNothingBeforeUse(t *testing.T) {
	var s Store
	allocs := testing.AllocsPerRun(100, func() {
		if s.Get() != nil {
			t.Error("an empty store returned an object")
		}
	})
	if allocs != 0 || s.depot.Load() != nil || idleIn(&s) != 0 {
		t.Errorf("%v allocations, a depot at %p", allocs, s.depot.Load())
	}
}

func TestStore_CachesFollowUse(t *testing.T) {
	for name, test := range map[string]struct {
		perLook time.Duration // 8 visits
		want    uint32        // room; 0 for no cache
	}{
		"rarely":                        {rarely, 0},
		"every 10 µs":                   {80 * time.Microsecond, 0},
		"a little more often":           {79 * time.Microsecond, 1},
		"every microsecond":             {8 * time.Microsecond, 1},
		"more often than a microsecond": {7 * time.Microsecond, capacity},
	} {
		t.Run(name, func(t *testing.T) {
			processors(t, 1)
			noCollections(t)
			newTimeline(t, test.perLook)
			var s Store
			for range 100 {
				cycle(&s, 20)
			}
			room := uint32(0)
			if head := s.caches.Load(); head != nil {
				room = head.Of(0).room
			}
			if room != test.want {
				t.Errorf("there is room for %d objects, want %d", room, test.want)
			}
		})
	}
}

// A cache that was large gets smaller when its stock is not current any more.
func TestStore_CachesShrink(t *testing.T) {
	processors(t, 1)
	noCollections(t)
	l := newTimeline(t, often)
	var s Store
	for range 100 {
		cycle(&s, 20)
	}
	l.perLook.Store(20)
	var rooms []uint32
	for range 7 {
		rooms = append(rooms, s.caches.Load().Of(0).room)
		l.advance(time.Second)
		collect(t, &s)
		cycle(&s, 20)
	}
	for i, want := 0, uint32(capacity); i < len(rooms); i, want = i+1, max(1, want/2) {
		if rooms[i] != want {
			t.Fatalf("rooms %d, want half of the one before each time", rooms)
		}
	}
}

// Idle objects of an unused store survive one collection, and the second one
// frees them, as it does those of a sync.Pool.
func TestStore_UnusedIsEmptyAfterTwoCollections(t *testing.T) {
	for name, perLook := range map[string]time.Duration{"often": often, "rarely": rarely} {
		t.Run(name, func(t *testing.T) {
			noCollections(t)
			newTimeline(t, perLook)
			var s Store
			const n = 100
			var objects [n]weak.Pointer[object]
			func() {
				for i := range objects {
					x := new(object)
					objects[i] = weak.Make(x)
					put(&s, x)
				}
			}()
			collect(t, &s)
			if idle := idleIn(&s); idle != n {
				t.Errorf("%d are idle after one collection, want %d", idle, n)
			}
			runtime.GC()
			if idle := idleIn(&s); idle != 0 {
				t.Errorf("%d are idle after two collections", idle)
			}
			for i := range objects {
				if objects[i].Value() != nil {
					t.Fatalf("object %d was not freed", i)
				}
			}
			cycle(&s, n)
			if idle := idleIn(&s); idle != n {
				t.Errorf("%d are idle after they were used again, want %d", idle, n)
			}
		})
	}
}

// A store in use keeps what it needs in a cycle of the collector, and nothing
// else.
func TestStore_KeepsWhatItNeeds(t *testing.T) {
	processors(t, 1)
	noCollections(t)
	l := newTimeline(t, rarely)
	var s Store
	cycle(&s, 100)
	for i, test := range []struct{ need, fresh, idle int }{
		{10, 0, 100}, // the stock is the last one now, less 10
		{10, 0, 10},
		{10, 0, 10},
		{3, 0, 10},
		{3, 0, 3},
		{50, 47, 50},
		{50, 0, 50},
	} {
		l.advance(time.Second)
		collect(t, &s)
		if fresh := cycle(&s, test.need); fresh != test.fresh {
			t.Errorf("cycle %d: %d of %d were new, want %d", i, fresh, test.need, test.fresh)
		}
		if idle := idleIn(&s); idle != test.idle {
			t.Errorf("cycle %d: %d are idle, want %d", i, idle, test.idle)
		}
	}
}

// Collections in quick succession do not empty a store in use.
func TestStore_QuickCollectionsDoNotEmptyIt(t *testing.T) {
	for name, perLook := range map[string]time.Duration{"often": often, "rarely": time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			processors(t, 1)
			noCollections(t)
			newTimeline(t, perLook)
			var s Store
			cycle(&s, 100)
			for range 20 {
				collect(t, &s)
				cycle(&s, 1)
			}
			if fresh := cycle(&s, 100); fresh != 0 || idleIn(&s) != 100 {
				t.Errorf("%d of 100 were new, %d are idle", fresh, idleIn(&s))
			}
		})
	}
}

// The store does not keep an object that was got.
func TestStore_ForgetsWhatWasGot(t *testing.T) {
	for name, perLook := range map[string]time.Duration{"often": often, "rarely": rarely} {
		t.Run(name, func(t *testing.T) {
			processors(t, 1)
			noCollections(t)
			newTimeline(t, perLook)
			var s Store
			cycle(&s, 100)
			var got []weak.Pointer[object]
			func() {
				for range 50 {
					got = append(got, weak.Make(get(&s)))
				}
			}()
			runtime.GC()
			for i, w := range got {
				if w.Value() != nil {
					t.Fatalf("object %d was not freed", i)
				}
			}
			runtime.KeepAlive(&s)
		})
	}
}

// Nothing keeps a store that nobody has.
func TestStore_IsNotKept(t *testing.T) {
	newTimeline(t, often)
	s := new(Store)
	cycle(s, 100)
	var freed atomic.Bool
	runtime.AddCleanup(s, func(struct{}) { freed.Store(true) }, struct{}{})
	eventually(t, "the store was not freed", func() bool {
		runtime.GC()
		return freed.Load()
	})
}

func TestStore_ByTheHundredThousand(t *testing.T) {
	noCollections(t)
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	stores := make([]Store, n)
	heap := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	for i := range stores {
		cycle(&stores[i], 2)
	}
	used := heap()
	collect(t, &stores[n-1])
	heap() // collects garbage once more
	idle := heap()
	if used, idle := (used-before)/n, (idle-before)/n; used > 1024 || idle > 320 {
		t.Errorf("a store with two objects of %d bytes takes %d bytes, and %d after two collections", unsafe.Sizeof(object{}), used, idle)
	}
	for i := range stores {
		if idleIn(&stores[i]) != 0 {
			t.Fatalf("store %d has %d idle objects", i, idleIn(&stores[i]))
		}
	}
}

// Goroutines get objects, hand some of them to others, and put them, while
// GOMAXPROCS changes. No object has two owners. Without collections, none is lost.
func TestStore_Stress(t *testing.T) {
	for name, test := range map[string]struct{ collections, processors bool }{
		"nothing else":           {false, false},
		"GOMAXPROCS changes":     {false, true},
		"collections":            {true, false},
		"collections and change": {true, true},
	} {
		t.Run(name, func(t *testing.T) {
			noCollections(t)
			processors(t, 4)
			var s Store
			var made, wrong atomic.Int64
			stop := make(chan struct{})
			var disturb, work sync.WaitGroup
			disturber := func(f func(i int)) {
				disturb.Add(1)
				go func() {
					defer disturb.Done()
					for i := 0; ; i++ {
						select {
						case <-stop:
							return
						default:
							f(i)
							time.Sleep(time.Millisecond)
						}
					}
				}()
			}
			if test.collections {
				disturber(func(int) { runtime.GC() })
			}
			if test.processors {
				disturber(func(i int) { runtime.GOMAXPROCS(1 + i%8) })
			}
			mail := make(chan *object, 64)
			rounds := 20_000
			if testing.Short() {
				rounds = 2000
			}
			release := func(x *object) {
				if !x.owned.CompareAndSwap(true, false) {
					wrong.Add(1)
				}
				put(&s, x)
			}
			for range 8 {
				work.Add(1)
				go func() {
					defer work.Done()
					held := make([]*object, 0, 16)
					for i := range rounds {
						for range 1 + i%cap(held) {
							x := get(&s)
							if x == nil {
								x = new(object)
								made.Add(1)
							}
							if !x.owned.CompareAndSwap(false, true) {
								wrong.Add(1)
							}
							held = append(held, x)
						}
						for _, x := range held {
							select {
							case mail <- x:
							default:
								release(x)
							}
						}
						held = held[:0]
						for range i % 4 {
							select {
							case x := <-mail:
								release(x)
							default:
							}
						}
					}
				}()
			}
			work.Wait()
			close(mail)
			for x := range mail {
				release(x)
			}
			close(stop)
			disturb.Wait()
			if n := wrong.Load(); n != 0 {
				t.Fatalf("an object had two owners, %d times", n)
			}
			idle, all := idleIn(&s), int(made.Load())
			if idle > all || !test.collections && !test.processors && idle < all {
				t.Errorf("%d objects are idle of %d", idle, all)
			}
			t.Logf("%d objects were made, %d are idle", all, idle)

			// What is idle can be got, each object once.
			seen := map[*object]bool{}
			processors(t, 1)
			for x := get(&s); x != nil; x = get(&s) {
				if seen[x] || x.owned.Load() {
					t.Fatal("an object is idle twice")
				}
				seen[x] = true
			}
			if left := idleIn(&s); left != idle-len(seen) {
				t.Errorf("%d are idle after %d of %d were got", left, len(seen), idle)
			}
		})
	}
}

// When GOMAXPROCS grows, the new Ps get caches.
func TestStore_MoreProcessors(t *testing.T) {
	processors(t, 2)
	noCollections(t)
	newTimeline(t, often)
	var s Store
	cycle(&s, 100)
	runtime.GOMAXPROCS(6)
	var all sync.WaitGroup
	defer all.Wait()
	var done atomic.Bool
	defer done.Store(true)
	for range 6 {
		all.Add(1)
		go func() {
			defer all.Done()
			for !done.Load() {
				cycle(&s, 10)
			}
		}()
	}
	eventually(t, "there are no caches for 6 Ps", func() bool {
		head := s.caches.Load()
		return head != nil && head.n == 6 && atomic.LoadUint32(&head.Of(5).room) > 0
	})
}

func TestCache_OwnsItsCacheLines(t *testing.T) {
	var c Cache
	end := unsafe.Offsetof(c.others) + unsafe.Sizeof(c.others)
	if unsafe.Sizeof(c) != cacheSize || end > cacheSize-8 {
		t.Errorf("a cache has %d bytes, of which %d are used; want %d, and 8 unused", unsafe.Sizeof(c), end, cacheSize)
	}
}

func TestStore_ClockIsInMicroseconds(t *testing.T) {
	before := clock()
	time.Sleep(20 * time.Millisecond)
	if d := clock() - before; d < 20_000 {
		t.Errorf("20 ms are %d µs", d)
	}
}

// Objects in any bin are found from any P.
func TestStock_FindsObjectsInEveryBin(t *testing.T) {
	for n := range 20 {
		g := &stock{depot: &depot{store: new(Store)}}
		if n > 0 {
			more := make([]bin, n)
			g.more.Store(&more)
		}
		for from := range g.bins() {
			for to := range g.bins() {
				x := unsafe.Pointer(new(object))
				g.bin(g.home(from*psPerBin+from%psPerBin)).put(g.depot.store, x, false)
				if found := g.get(to * psPerBin); found != x {
					t.Fatalf("%d bins: from P %d to P %d: %p, want %p", g.bins(), from*psPerBin, to*psPerBin, found, x)
				}
			}
		}
	}
}

func TestStock_BinsOwnTheirCacheLines(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) < 8 {
		t.Skip("a matter of machines with many processors")
	}
	if size, offset := unsafe.Sizeof(bin{}), unsafe.Offsetof(stock{}.first); size != cacheSize || offset%64 != 0 {
		t.Errorf("a bin has %d bytes, and the first one is at byte %d of the stock", size, offset)
	}
}
