//go:build race

// Package race tells the race detector what it cannot see, and hides from it
// what it would misread. Without the race detector, its functions do nothing.
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
