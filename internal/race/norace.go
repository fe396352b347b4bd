//go:build !race

// Package race tells the race detector what it cannot see, and hides from it
// what it would misread. Without the race detector, its functions do nothing.
package race

import "unsafe"

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
