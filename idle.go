package rcpool

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/store"
)

// idleSlots are the slots of a pool that wait for their next lease.
type idleSlots struct{ store store.Store }

// get takes an idle slot. It returns nil if it finds none.
func (i *idleSlots) get() *slot { return (*slot)(i.store.Get()) }

// put adds a slot that nobody else knows. Only put adds to the store, so get may
// convert what it gets there.
func (i *idleSlots) put(s *slot) { i.store.Put(unsafe.Pointer(s)) }

// What follows is for the two hot paths, which have the common cases of get and put
// in line: see magazine.Cache. The compiler inlines it into Release, which is
// instantiated in other packages, because it is declared here (see slot.begin).

//go:nosplit
func pin() int { return store.Pin() }

//go:nosplit
func unpin() { store.Unpin() }

//go:nosplit
func (i *idleSlots) caches() *store.Cache { return store.Caches(&i.store) }

//go:nosplit
func hasCache(head *store.Cache, p int) bool { return store.Has(head, p) }

//go:nosplit
func cacheOf(head *store.Cache, p int) *store.Cache { return store.Of(head, p) }

//go:nosplit
func makeRoom(c *store.Cache) bool { return store.MakeRoom(c) }

//go:nosplit
func setLatest(c *store.Cache, s *slot) { store.SetLatest(c, unsafe.Pointer(s)) }
