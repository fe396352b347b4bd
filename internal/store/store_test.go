package store_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/store"
)

type object struct {
	owned atomic.Bool
	_     [100]byte
}

type keeper interface {
	Get() unsafe.Pointer
	Put(unsafe.Pointer)
	Gauge() func() int
}

// each runs the test with the store of this build, and with a sync.Pool.
func each(t *testing.T, test func(t *testing.T, s keeper)) {
	t.Run("Store", func(t *testing.T) { test(t, new(store.Store)) })
	t.Run("Pooled", func(t *testing.T) { test(t, new(store.Pooled)) })
}

func TestStore_EmptyAtFirst(t *testing.T) {
	each(t, func(t *testing.T, s keeper) {
		if x := s.Get(); x != nil {
			t.Errorf("an empty store returned %p", x)
		}
	})
}

func TestStore_ReturnsWhatWasPut(t *testing.T) {
	each(t, func(t *testing.T, s keeper) {
		x := unsafe.Pointer(new(object))
		for range 1000 { // a sync.Pool may drop it
			s.Put(x)
			if y := s.Get(); y == x {
				return
			} else if y != nil {
				t.Fatalf("%p was not put", y)
			}
		}
		t.Error("the object was never returned")
	})
}

func TestStore_Gauge(t *testing.T) {
	each(t, func(t *testing.T, s keeper) {
		idle := s.Gauge()
		_, unknown := s.(*store.Pooled)
		for n := range 50 {
			if got := idle(); got != n && !unknown || got != -1 && unknown {
				t.Fatalf("%d objects are idle, want %d", got, n)
			}
			s.Put(unsafe.Pointer(new(object)))
		}
	})
}

// No object has two owners.
func TestStore_Stress(t *testing.T) {
	each(t, func(t *testing.T, s keeper) {
		var wrong atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Add(1)
			go func() {
				defer all.Done()
				var held [20]*object
				for round := range 2000 {
					for i := range held[:1+round%len(held)] {
						x := (*object)(s.Get())
						if x == nil {
							x = new(object)
						}
						if !x.owned.CompareAndSwap(false, true) {
							wrong.Add(1)
						}
						held[i] = x
					}
					for _, x := range held[:1+round%len(held)] {
						x.owned.Store(false)
						s.Put(unsafe.Pointer(x))
					}
				}
			}()
		}
		all.Wait()
		if n := wrong.Load(); n > 0 {
			t.Errorf("an object had two owners, %d times", n)
		}
	})
}

// What nobody uses goes to the garbage collector.
func TestStore_ForgetsWhatIsNotUsed(t *testing.T) {
	each(t, func(t *testing.T, s keeper) {
		const n = 50
		var freed atomic.Int64
		for range n {
			x := new(object)
			runtime.AddCleanup(x, func(struct{}) { freed.Add(1) }, struct{}{})
			s.Put(unsafe.Pointer(x))
		}
		for start := time.Now(); freed.Load() < n; runtime.Gosched() {
			if time.Since(start) > 20*time.Second {
				t.Fatalf("%d of %d objects were freed", freed.Load(), n)
			}
			runtime.GC()
		}
		runtime.KeepAlive(s)
	})
}

// The choice between the two is by build constraint only.
func TestStore_IsPooledUnderTheRaceDetector(t *testing.T) {
	_, pooled := any(new(store.Store)).(*store.Pooled)
	if race.Enabled && !pooled {
		t.Error("the race detector cannot see what a Store synchronizes")
	}
}
