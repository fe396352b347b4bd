package magazine

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A Cache has idle objects for one P. Only code that is pinned to this P changes
// it, so it needs no lock.
//
// Caches are in arrays. The first element is the head, which is not a cache: its
// n says how many caches follow, one for each P. Store.caches can change to
// another array, or to nil, at any moment. That is safe. Code that is pinned to P
// i may still work on cache i of the old array, but nobody else does: other code
// runs on P i only after it, and then finds that Store.caches has changed. So
// code on P i may empty cache i of an array that Store.caches has left for good
// (see move), and code on another P may not. The package's model test explores
// this.
//
// # Pinned code
//
// A function that calls procPin must not do the following before procUnpin:
//
//   - block, because the runtime waits for it to stop the world;
//   - panic, because a panic is fatal there;
//   - allocate or grow the stack, because the runtime may do both of the above.
//
// So these functions are marked go:nosplit, call only what is inlined into them,
// follow no pointer that they did not test, and compare each index with the length
// in a way that lets the compiler leave out its own check. What is inlined is marked
// as well, for builds that inline nothing. The hot paths of package rcpool cannot be
// marked, since they call other functions before and after; but a function grows the
// stack when it begins, and so before it pins. TestPinnedCode checks the compiled
// code.
//
// There is one call that the compiler adds: while the collector marks, a pointer
// is stored with a write barrier. It notes the old and the new pointer in a
// buffer of the P. If that is full, it marks them, on the system stack and
// without a point where the goroutine could be stopped. It does not wait for
// other goroutines. sync.Pool stores its pointers in the same way.
//
// The collector starts and stops marking, and begins to free objects, only while
// the world is stopped, so not while code is pinned. Therefore an array stays
// valid until procUnpin, even if nothing refers to it any more.
type Cache struct {
	// latest is the object that was put last, or nil if that was got. It is apart
	// from the others so that a Get after a Put finds it at a fixed place, and does
	// not wait for n, which the Put would have changed just before.
	latest  unsafe.Pointer
	n       uint32 // how many others it has
	room    uint32 // how many it may have; 0 before the P's first visit to the depot
	visits  uint32 // to the depot, since resized
	resized uint32 // when resize looked at the cache
	others  [capacity - 1]unsafe.Pointer

	// An array of more than 512 bytes starts 8 bytes behind a cache line, after a
	// header of the allocator. These 8 bytes may share a line with the next cache.
	_ [cacheSize - 16 - capacity*unsafe.Sizeof(uintptr(0))]byte
}

const (
	capacity  = 29
	cacheSize = 256 // two cache lines, which some processors fetch together
)

// newCaches returns an array of caches, one for each P.
func newCaches() []Cache {
	caches := make([]Cache, 1+runtime.GOMAXPROCS(0))
	caches[0].n = uint32(len(caches) - 1)
	return caches
}

// Has reports whether there is a cache for P i.
//
//go:nosplit
func (head *Cache) Has(i int) bool { return head != nil && uint(i) < uint(head.n) }

// Of returns the cache of P i, if head has it: then it lies in the array.
//
//go:nosplit
func (head *Cache) Of(i int) *Cache {
	return (*Cache)(unsafe.Add(unsafe.Pointer(head), (i+1)*cacheSize))
}

// TakeLatest removes the object that was put last, and returns it, or nil if it
// was got. The caller of this method, and of those that follow, is pinned to the P
// of c.
//
//go:nosplit
func (c *Cache) TakeLatest() unsafe.Pointer {
	x := c.latest
	c.latest = nil // so that the cache does not keep what its owner forgets
	return x
}

// TakeOther removes an object that was not put last, and returns it, or nil if
// there is none.
//
//go:nosplit
func (c *Cache) TakeOther() (x unsafe.Pointer) {
	if n := c.n - 1; n < capacity-1 {
		x = c.others[n]
		c.others[n] = nil
		c.n = n
	}
	return x
}

// MakeRoom reports whether SetLatest may put an object. It moves the latest one to
// the others, if there is room.
//
//go:nosplit
func (c *Cache) MakeRoom() bool {
	if c.latest == nil {
		return c.room > 0
	}
	n := c.n
	if n >= capacity-1 || n+1 >= c.room {
		return false
	}
	c.others[n] = c.latest
	c.n = n + 1
	return true
}

// SetLatest puts an object.
//
//go:nosplit
func (c *Cache) SetLatest(x unsafe.Pointer) { c.latest = x }

// open returns the cache of P i, or nil if it has none or did not open it.
func (s *Store) open(i int) *Cache {
	if head := s.caches.Load(); head.Has(i) {
		if c := head.Of(i); c.room > 0 {
			return c
		}
	}
	return nil
}

// A visitor is a P at the depot.
type visitor struct {
	p      int
	cached bool // it has an open cache
}

// visit begins a visit to the depot. After some visits it resizes the cache.
func (s *Store) visit() visitor {
	v, due := s.count()
	if due {
		s.resize(clock())
	}
	return v
}

// count counts a visit to the depot, and reports whether it is time to resize the
// cache.
//
//go:nosplit
func (s *Store) count() (v visitor, due bool) {
	v.p = procPin()
	if c := s.open(v.p); c != nil {
		v.cached = true
		c.visits++
		due = c.visits >= visitsPerLook && c.room < capacity
	}
	procUnpin()
	return v, due
}

// refill moves objects from the end of from to the cache until that is half full,
// and returns how many it has moved. It reads the first word of each: if they were
// put on another P, their cache lines come all at a time, and Get need not wait for
// one after the other.
//
//go:nosplit
func (s *Store) refill(from []unsafe.Pointer) (n int) {
	i := procPin()
	if c := s.open(i); c != nil {
		top := uint(len(from)) - 1
		for c.n < c.room/2 && c.n < capacity-1 && top < uint(len(from)) {
			x := from[top]
			c.others[c.n] = x
			from[top] = nil
			c.n++
			top--
			n++
			atomic.LoadUintptr((*uintptr)(x)) // the compiler leaves out a plain load that nobody needs
		}
	}
	procUnpin()
	return n
}

// spill moves objects from the cache to the start of to until the cache is half
// empty, and returns how many it has moved.
//
//go:nosplit
func (s *Store) spill(to []unsafe.Pointer) (n int) {
	i := procPin()
	if c := s.open(i); c != nil {
		k := uint(0)
		for top := c.n - 1; top < capacity-1 && c.n >= c.room/2 && k < uint(len(to)); top-- {
			to[k] = c.others[top]
			c.others[top] = nil
			c.n = top
			k++
		}
		if c.n >= c.room/2 && c.latest != nil && k < uint(len(to)) { // there is room for one
			to[k] = c.latest
			c.latest = nil
			k++
		}
		n = int(k)
	}
	procUnpin()
	return n
}

// resize doubles the room of the cache if its latest visits to the depot were
// close together. now is the time of the clock.
//
//go:nosplit
func (s *Store) resize(now uint32) {
	i := procPin()
	if c := s.open(i); c != nil {
		if c.resized > 0 && now-c.resized < c.visits*doubleWithin {
			c.room = min(2*c.room, capacity)
		}
		c.resized, c.visits = now, 0
	}
	procUnpin()
}

// len returns how many objects c has. Other Ps may call it.
func (c *Cache) len() int {
	n := int(atomic.LoadUint32(&c.n))
	if atomic.LoadPointer(&c.latest) != nil {
		n++
	}
	return n
}

// move empties the cache of last into batch, opens the cache of head, and returns
// how many objects batch has then, and the number of the P. The new cache has
// half of the room of the old one. Either head may be nil. missing is true if head
// has no cache for this P.
//
// The caller holds the lock of the depot. Store.caches must have left last for
// good.
//
//go:nosplit
func move(head, last *Cache, batch *[capacity]unsafe.Pointer) (n, p int, missing bool) {
	p = procPin()
	room := uint32(1)
	if last.Has(p) {
		c := last.Of(p)
		room = max(room, c.room/2)
		for top := c.n - 1; top < capacity-1; top-- {
			batch[top] = c.others[top]
			c.others[top] = nil
		}
		n = int(c.n)
		c.n = 0
		if c.latest != nil && uint(n) < capacity {
			batch[n] = c.latest
			c.latest = nil
			n++
		}
	}
	if head.Has(p) {
		if c := head.Of(p); c.room == 0 {
			c.room = room
		}
	} else {
		missing = head != nil
	}
	procUnpin()
	return n, p, missing
}
