package magazine

import _ "unsafe" // for go:linkname

// The runtime keeps these two for those who link to them: "Do not remove or
// change the type signature. See go.dev/issue/67401." So they need no flags of
// the linker.

// procPin pins the goroutine to its P: neither is stopped or moved before
// procUnpin. It returns the number of the P, which is less than GOMAXPROCS.
//
//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

// A lease would take 2 ns longer if it called Get and Put. So package rcpool has
// them in line, with these functions and the methods of Cache. What they are part of
// is pinned code: see Cache.

// Pin pins the goroutine to its P, and returns the number of the P.
//
//go:nosplit
func Pin() int { return procPin() }

// Unpin ends what Pin began.
//
//go:nosplit
func Unpin() { procUnpin() }

// Caches returns the head of the caches that are in use, or nil.
//
//go:nosplit
func (s *Store) Caches() *Cache { return s.caches.Load() }
