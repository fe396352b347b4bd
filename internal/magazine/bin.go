package magazine

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A bin has objects of a stock that are in no cache. A stock with caches has a
// bin for every few of them, because Ps that visit the same bin wait for each
// other: see docs/scale.md.
type bin struct {
	mu      sync.Mutex
	some    atomic.Bool // whether there are objects
	objects []unsafe.Pointer

	_ [cacheSize - 16 - unsafe.Sizeof([]int{})]byte // nothing else is on these cache lines
}

// psPerBin is how many Ps put into the same bin.
const psPerBin = 4

// bins returns how many bins g has.
func (g *stock) bins() int {
	if more := g.more.Load(); more != nil {
		return 1 + len(*more)
	}
	return 1
}

func (g *stock) bin(i int) *bin {
	if i == 0 {
		return &g.first
	}
	return &(*g.more.Load())[i-1]
}

// home returns the index of the bin of P p.
func (g *stock) home(p int) int {
	if i := p / psPerBin; i < g.bins() {
		return i
	}
	return 0 // GOMAXPROCS has grown
}

// get removes an object from the bin of P p or, if that is empty, from another
// one. It returns nil if all are empty.
func (g *stock) get(p int) unsafe.Pointer {
	all, home := g.bins(), g.home(p)
	// With exclusive or, Ps whose own bins are empty look at the others in
	// different orders.
	for i := range 1 << bits.Len(uint(all-1)) {
		if j := home ^ i; j < all {
			if x := g.bin(j).get(g.depot.store); x != nil {
				return x
			}
		}
	}
	return nil
}

// get removes an object, and more of them for the cache of the P.
func (b *bin) get(s *Store) unsafe.Pointer {
	if !b.some.Load() {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	top := len(b.objects) - 1
	if top < 0 {
		return nil
	}
	x := b.objects[top]
	b.objects[top] = nil
	b.objects = b.objects[:top]
	b.objects = b.objects[:top-s.refill(b.objects)]
	if len(b.objects) == 0 {
		b.some.Store(false)
	}
	return x
}

// put adds an object and, if the P has a cache, half of that.
func (b *bin) put(s *Store, x unsafe.Pointer, cached bool) {
	if !cached {
		b.add(x)
		return
	}
	b.lockFor(1 + capacity)
	defer b.mu.Unlock()
	n := len(b.objects) + 1
	b.objects = append(b.objects, x)
	b.objects = b.objects[:n+s.spill(b.objects[n:n+capacity])]
}

// add adds objects, at least one.
func (b *bin) add(objects ...unsafe.Pointer) {
	b.lockFor(len(objects))
	defer b.mu.Unlock()
	b.objects = append(b.objects, objects...)
}

// lockFor locks the bin when there is space for n more objects, and notes that
// there will be some. It allocates without the lock, since the collector may take
// a goroutine that allocates to work for it, while others wait for the lock.
func (b *bin) lockFor(n int) {
	b.mu.Lock()
	for cap(b.objects)-len(b.objects) < n {
		size := 2*len(b.objects) + n
		b.mu.Unlock()
		larger := make([]unsafe.Pointer, 0, size)
		b.mu.Lock()
		if size > cap(b.objects) {
			b.objects = append(larger, b.objects...)
		}
	}
	if len(b.objects) == 0 {
		b.some.Store(true)
	}
}

// empty removes all objects and returns them.
func (b *bin) empty() []unsafe.Pointer {
	b.mu.Lock()
	defer b.mu.Unlock()
	objects := b.objects
	b.objects = nil
	b.some.Store(false)
	return objects
}

// len returns how many objects b has.
func (b *bin) len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.objects)
}
