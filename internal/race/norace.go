//go:build !race

// Package race tells the race detector what it cannot see, and hides from it
// what it would misread. Without the race detector, its functions do nothing,
// and its types are those of packages sync and sync/atomic.
//
// What a lease synchronizes for its own purposes must not order the goroutines
// that lease: the race detector would miss their races. The types here do not,
// so what they protect is unsynchronized to the detector. It must be written in
// functions that are marked go:norace, or be read in such functions only.
package race

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Enabled reports whether the program was built with the race detector.
const Enabled = false

// Disable makes the race detector ignore what the goroutine synchronizes with
// until it calls Enable. It does nothing without the race detector.
func Disable() {}

// Enable ends what Disable began.
func Enable() {}

// WriteRange tells the race detector that the goroutine wrote to the size bytes
// at p. It does nothing without the race detector.
func WriteRange(unsafe.Pointer, uintptr) {}

// ReleaseMerge tells the race detector that what the goroutine did so far
// happens before every later Acquire of p. It does nothing without the race
// detector.
func ReleaseMerge(unsafe.Pointer) {}

// Acquire tells the race detector that every earlier ReleaseMerge of p happens
// before what the goroutine does next. It does nothing without the race
// detector.
func Acquire(unsafe.Pointer) {}

// Apart calls f. In a build for the race detector it does so on another
// goroutine, so that what f synchronizes with does not order the caller; the
// caller does not see what f writes, unless it is written in functions that are
// marked go:norace. f must not panic.
func Apart(f func()) { f() }

// These are types of packages sync and sync/atomic. In a build for the race
// detector they are types that it does not see.
type (
	Uint64 = atomic.Uint64
	Uint32 = atomic.Uint32
	Int64  = atomic.Int64
	Bool   = atomic.Bool
	Mutex  = sync.Mutex

	Pointer[T any] = atomic.Pointer[T]
)
