//go:build race

// Package race tells the race detector what it cannot see, and hides from it
// what it would misread. See norace.go.
package race

import (
	"runtime"
	"unsafe"
)

// Enabled reports whether the program was built with the race detector.
const Enabled = true

// Disable makes the race detector ignore what the goroutine synchronizes with
// until it calls Enable. It does nothing without the race detector.
func Disable() { runtime.RaceDisable() }

// Enable ends what Disable began.
func Enable() { runtime.RaceEnable() }

// WriteRange tells the race detector that the goroutine wrote to the size bytes
// at p. It does nothing without the race detector.
func WriteRange(p unsafe.Pointer, size uintptr) {
	if size > 0 {
		runtime.RaceWriteRange(p, int(size))
	}
}

// ReleaseMerge tells the race detector that what the goroutine did so far
// happens before every later Acquire of p. It does nothing without the race
// detector.
func ReleaseMerge(p unsafe.Pointer) { runtime.RaceReleaseMerge(p) }

// Acquire tells the race detector that every earlier ReleaseMerge of p happens
// before what the goroutine does next. It does nothing without the race
// detector.
func Acquire(p unsafe.Pointer) { runtime.RaceAcquire(p) }

// Apart calls f on another goroutine, so that what f synchronizes with does not
// order the caller, and waits for it in a way that the race detector does not
// see. The caller does not see what f writes, unless it is written in functions
// that are marked go:norace. f must not panic. Without the race detector, Apart
// just calls f.
func Apart(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	Disable()
	defer Enable()
	<-done
}
