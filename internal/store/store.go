// Package store is where the idle slots of a pool wait for their next lease.
//
// A Store is a magazine.Store in most builds. In the others it is a Pooled:
//   - under a race, memory or address detector, whose instructions have no place
//     in pinned code;
//   - with other compilers than gc, and with Go releases that package magazine was
//     not tested with, because it is pinned to a P by functions of the runtime;
//   - with the build tag rcpool_syncpool.
//
// Both are concrete types with the same methods, so that no lease pays for a call
// through an interface.
package store

import (
	"sync"
	"unsafe"
)

// A Pooled keeps idle objects in a sync.Pool. The zero Pooled is empty and ready
// to use. It is safe for concurrent use, and must not be copied after first use.
type Pooled struct{ pool sync.Pool }

// Get takes an idle object out of the store. It returns nil if it finds none.
func (s *Pooled) Get() unsafe.Pointer {
	x, _ := s.pool.Get().(unsafe.Pointer)
	return x
}

// Put gives an idle object to the store, which owns it until Get returns it. x
// must not be nil.
func (s *Pooled) Put(x unsafe.Pointer) { s.pool.Put(x) }

// Gauge returns a function that returns -1: a sync.Pool does not tell how many
// objects it has.
func (s *Pooled) Gauge() func() int { return unknown }

func unknown() int { return -1 }
