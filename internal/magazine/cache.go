package magazine

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A cache has idle objects for one P. Only code that is pinned to this P changes
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
// in a way that lets the compiler leave out its own check.
// TestPinnedCode checks the compiled code.
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
type cache struct {
	n       uint32 // how many objects it has; Idle reads it atomically
	room    uint32 // how many it may have; 0 before the P's first visit to the depot
	visits  uint32 // to the depot, since resized
	resized uint32 // when resize looked at the cache
	objects [capacity]unsafe.Pointer

	// An array of more than 512 bytes starts 8 bytes behind a cache line, after a
	// header of the allocator. These 8 bytes may share a line with the next cache.
	_ [cacheSize - 16 - capacity*unsafe.Sizeof(uintptr(0))]byte
}

const (
	capacity  = 29
	cacheSize = 256 // two cache lines, which some processors fetch together
)

// newCaches returns an array of caches, one for each P.
func newCaches() []cache {
	caches := make([]cache, 1+runtime.GOMAXPROCS(0))
	caches[0].n = uint32(len(caches) - 1)
	return caches
}

// has reports whether there is a cache for P i.
func (head *cache) has(i int) bool { return head != nil && uint(i) < uint(head.n) }

// of returns the cache of P i, if head has it: then it lies in the array.
func (head *cache) of(i int) *cache {
	return (*cache)(unsafe.Add(unsafe.Pointer(head), (i+1)*cacheSize))
}

// open returns the cache of P i, or nil if it has none or did not open it.
func (s *Store) open(i int) *cache {
	if head := s.caches.Load(); head.has(i) {
		if c := head.of(i); c.room > 0 {
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
		for c.n < c.room/2 && c.n < capacity && top < uint(len(from)) {
			x := from[top]
			c.objects[c.n] = x
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
		for top := c.n - 1; top < capacity && c.n > c.room/2 && k < uint(len(to)); top-- {
			to[k] = c.objects[top]
			c.objects[top] = nil
			c.n = top
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

// move empties the cache of last into batch, opens the cache of head, and returns
// how many objects batch has then, and the number of the P. The new cache has
// half of the room of the old one. Either head may be nil. missing is true if head
// has no cache for this P.
//
// The caller holds the lock of the depot. Store.caches must have left last for
// good.
//
//go:nosplit
func move(head, last *cache, batch *[capacity]unsafe.Pointer) (n, p int, missing bool) {
	p = procPin()
	room := uint32(1)
	if last.has(p) {
		c := last.of(p)
		room = max(room, c.room/2)
		for top := c.n - 1; top < capacity; top-- {
			batch[top] = c.objects[top]
			c.objects[top] = nil
		}
		n = int(c.n)
		c.n = 0
	}
	if head.has(p) {
		if c := head.of(p); c.room == 0 {
			c.room = room
		}
	} else {
		missing = head != nil
	}
	procUnpin()
	return n, p, missing
}
