//go:build !(gc && !tinygo && !go1.28 && !race && !msan && !asan && !rcpool_syncpool)

package store

import "unsafe"

// A Store keeps the idle objects of a pool.
type Store = Pooled

// A Cache has nothing: the caches of a sync.Pool are its own. So what follows does
// nothing, and the compiler leaves out the code that it is in.
type Cache struct{}

func Pin() int                         { return 0 }
func Unpin()                           {}
func Caches(*Store) *Cache             { return nil }
func Has(*Cache, int) bool             { return false }
func Of(head *Cache, _ int) *Cache     { return head }
func TakeLatest(*Cache) unsafe.Pointer { return nil }
func TakeOther(*Cache) unsafe.Pointer  { return nil }
func MakeRoom(*Cache) bool             { return false }
func SetLatest(*Cache, unsafe.Pointer) {}
