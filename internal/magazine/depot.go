package magazine

import (
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// A depot has all that is idle in a store.
//
// There are two stocks, the current one and the last one. Objects are put into
// the current stock. They are got from the current stock or, if it is empty, from
// the last one. When a new stock begins, the last one is dropped: nobody needed
// what is left in it while the current one was current.
//
// After each garbage collection the current stock is set aside, which means that
// the depot refers to it weakly. If nobody uses the store, the next collection
// frees both stocks. Otherwise, the first visitor takes the stock back, or begins
// a new one if it is old enough.
//
// A visitor that has found the current stock works on it even if it is no longer
// current by then. At worst, what it puts is dropped early.
type depot struct {
	store *Store

	mu      sync.Mutex            // protects what follows, except loading current
	current atomic.Pointer[stock] // nil while it is set aside
	aside   weak.Pointer[stock]   // what was set aside most recently
}

// A stock is what was put into a depot during some time. It has caches, and more
// than one bin, only if the depot is visited often.
type stock struct {
	depot  *depot
	began  uint32                // when it became current
	visits uint32                // by visitors without a cache, since looked
	looked uint32                // when isBusy read the clock
	last   atomic.Pointer[stock] // the one before; nil in a stock that is itself the last
	caches []Cache
	more   atomic.Pointer[[]bin] // besides the first bin
	first  bin
}

// get returns an object for the visitor, or nil if it finds none. It fills half
// of the visitor's cache.
func (d *depot) get(v visitor) unsafe.Pointer {
	g := d.stock(v)
	if x := g.get(v.p); x != nil {
		return x
	}
	if last := g.last.Load(); last != nil {
		return last.get(v.p)
	}
	return nil
}

// put gives an object of the visitor to the depot, and half of the visitor's
// cache.
func (d *depot) put(x unsafe.Pointer, v visitor) {
	g := d.stock(v)
	g.bin(g.home(v.p)).put(d.store, x, v.cached)
}

// stock returns the current stock.
func (d *depot) stock(v visitor) *stock {
	if g := d.current.Load(); g != nil && v.cached {
		return g
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.current.Load() == nil {
		d.resume()
	}
	if !v.cached {
		d.admit()
	}
	return d.current.Load()
}

// resume takes the stock back that was set aside, or begins a new one.
func (d *depot) resume() {
	g := d.aside.Value()
	if g == nil || clock()-g.began >= minAge {
		d.begin(g)
		return
	}
	d.current.Store(g)
	d.store.caches.Store(g.head())
	setAsideLater(g)
}

// begin begins a new stock and returns it. last is the one before, or nil.
func (d *depot) begin(last *stock) *stock {
	now := clock()
	g := &stock{depot: d, began: now, looked: now}
	if last != nil {
		last.last.Store(nil)
		g.last.Store(last)
	}
	d.current.Store(g)
	setAsideLater(g)
	return g
}

// admit moves what the P has in its cache of the last stock to the depot, so that
// it can be got again. It opens the P's cache in the current stock if the depot is
// visited often.
func (d *depot) admit() {
	g := d.current.Load()
	if g.caches == nil && g.isBusy() {
		g.expand()
	}
	last := g.last.Load()
	var batch [capacity]unsafe.Pointer
	n, p, missing := move(g.head(), last.head(), &batch)
	if n > 0 {
		last.bin(last.home(p)).add(batch[:n]...)
	}
	if missing { // GOMAXPROCS has grown
		if last != nil { // and becomes the last but one
			for i := range last.bins() {
				if objects := last.bin(i).empty(); len(objects) > 0 {
					g.first.add(objects...)
				}
			}
		}
		d.begin(g).expand()
	}
}

// setAside sets the stock aside if it is current.
func (d *depot) setAside(g *stock) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.current.Load() == g {
		d.aside = weak.Make(g)
		d.current.Store(nil)
		d.store.caches.Store(nil) // so that the next user of the store visits the depot
	}
}

// idle returns how many objects there are.
func (d *depot) idle() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.current.Load()
	if g == nil {
		g = d.aside.Value()
	}
	n := 0
	for ; g != nil; g = g.last.Load() {
		n += g.idle()
	}
	return n
}

// isBusy counts a visit without a cache, and reports whether the depot is visited
// so often that there should be caches.
func (g *stock) isBusy() bool {
	g.visits++
	if g.visits < visitsPerLook {
		return false
	}
	now := clock()
	busy := now-g.looked < g.visits*cachesWithin
	g.visits, g.looked = 0, now
	return busy
}

// expand gives the stock caches, and a bin for every few of them.
func (g *stock) expand() {
	g.caches = newCaches()
	if n := (len(g.caches) - 2) / psPerBin; n > 0 {
		more := make([]bin, n)
		g.more.Store(&more)
	}
	g.depot.store.caches.Store(g.head())
}

// head returns the head of the caches, or nil if g is nil or has none.
func (g *stock) head() *Cache {
	if g == nil || g.caches == nil {
		return nil
	}
	return &g.caches[0]
}

// idle returns how many objects there are in g.
func (g *stock) idle() int {
	n := 0
	for i := range g.bins() {
		n += g.bin(i).len()
	}
	for i := 1; i < len(g.caches); i++ {
		n += g.caches[i].len()
	}
	return n
}
