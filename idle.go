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
