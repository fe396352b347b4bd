// Package magazine is a store of idle objects: each P (a processor of the Go
// scheduler) has a small cache, and a depot has the rest. This is the design of
// Bonwick and Adams, "Magazines and Vmem" (USENIX 2001).
//
// A Get or a Put in the cache of its P takes no lock and no atomic instruction:
// the goroutine is pinned to the P meanwhile, and no other P touches the cache.
// If the cache is empty or full, several objects at a time come from the depot
// or go there, under a lock. So objects that are got on one P and put on another
// find their way back.
//
// # What is kept
//
// Idle objects of a store that is not used are freed by the second garbage
// collection, like those of a sync.Pool. A store in use keeps what it needs: an
// object goes if nobody needed it for a whole garbage collection cycle, and for
// 100 ms at least, so that a small heap with many collections does not empty the
// store. [depot] says how.
//
// The caches follow the use. A store has none while its depot is visited less
// often than every 10 µs: then every idle object is found from every P. A cache
// begins with room for one object. It doubles, up to 29, while it visits the
// depot more often than every microsecond. Objects so large that they matter
// take longer to use, so their caches stay small.
//
// A store that nothing was put into has no memory of its own. Nothing keeps a
// store alive.
package magazine

import (
	"sync/atomic"
	"unsafe"
	"weak"
)

// A Store keeps idle objects. The zero Store is empty and ready to use. It is
// safe for concurrent use, and must not be copied after first use.
type Store struct {
	// caches is the head of the caches that are in use, or nil. It is apart from
	// all that changes often, because every Get and Put reads it.
	caches atomic.Pointer[Cache]
	depot  atomic.Pointer[depot] // nil before the first Put or Gauge
}

// Get takes an idle object out of the store, preferably the one that was put
// last on the same P. It returns nil if it finds none; the caches of other Ps may
// have some.
//
// It is pinned code: see cache.
//
//go:nosplit
func (s *Store) Get() unsafe.Pointer {
	i := procPin()
	if head := s.caches.Load(); head.Has(i) {
		c := head.Of(i)
		if x := c.TakeLatest(); x != nil {
			procUnpin()
			return x
		}
		if x := c.TakeOther(); x != nil {
			procUnpin()
			return x
		}
	}
	procUnpin()
	return s.getSlow()
}

// Put gives an idle object to the store, which owns it until Get returns it. x
// must not be nil, and must be the address of at least one word, which the store
// may read.
//
// It is pinned code: see cache.
//
//go:nosplit
func (s *Store) Put(x unsafe.Pointer) {
	i := procPin()
	if head := s.caches.Load(); head.Has(i) {
		if c := head.Of(i); c.MakeRoom() {
			c.SetLatest(x)
			procUnpin()
			return
		}
	}
	procUnpin()
	s.putSlow(x)
}

// getSlow gets an object from the depot, and more of them for the cache.
func (s *Store) getSlow() unsafe.Pointer {
	d := s.depot.Load()
	if d == nil {
		return nil
	}
	return d.get(s.visit())
}

// putSlow puts an object into the depot, and with it half of the cache.
func (s *Store) putSlow(x unsafe.Pointer) {
	s.theDepot().put(x, s.visit())
}

// theDepot returns the depot, and makes it if there is none.
func (s *Store) theDepot() *depot {
	if d := s.depot.Load(); d != nil {
		return d
	}
	s.depot.CompareAndSwap(nil, &depot{store: s})
	return s.depot.Load()
}

// Gauge returns a function that returns how many objects the store has. The
// number is exact while nobody uses the store. The function does not keep the
// store alive.
func (s *Store) Gauge() func() int {
	w := weak.Make(s.theDepot())
	return func() int {
		if d := w.Value(); d != nil {
			return d.idle()
		}
		return 0
	}
}
