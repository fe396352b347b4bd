//go:build gc && !tinygo && !go1.28 && !race && !msan && !asan && !rcpool_syncpool

package store

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/magazine"
)

// A Store keeps the idle objects of a pool.
type Store = magazine.Store

// What follows is for pinned code of package rcpool: see magazine.Cache. These are
// functions of this package because the compiler inlines nothing from packages that
// are imported only by this one.

// Pin pins the goroutine to its P, and returns the number of the P.
//
//go:nosplit
func Pin() int { return magazine.Pin() }

// Unpin ends what Pin began.
//
//go:nosplit
func Unpin() { magazine.Unpin() }

// A Cache has idle objects of a Store for one P.
type Cache = magazine.Cache

// Caches returns the head of the caches of s, or nil.
//
//go:nosplit
func Caches(s *Store) *Cache { return s.Caches() }

// Has reports whether there is a cache for P p.
//
//go:nosplit
func Has(head *Cache, p int) bool { return head.Has(p) }

// Of returns the cache of P p, if head has it.
//
//go:nosplit
func Of(head *Cache, p int) *Cache { return head.Of(p) }

// TakeLatest takes the object that was put last, or returns nil if it was got.
//
//go:nosplit
func TakeLatest(c *Cache) unsafe.Pointer { return c.TakeLatest() }

// TakeOther takes another object, or returns nil if there is none.
//
//go:nosplit
func TakeOther(c *Cache) unsafe.Pointer { return c.TakeOther() }

// MakeRoom reports whether SetLatest may put an object.
//
//go:nosplit
func MakeRoom(c *Cache) bool { return c.MakeRoom() }

// SetLatest puts an object.
//
//go:nosplit
func SetLatest(c *Cache, x unsafe.Pointer) { c.SetLatest(x) }
