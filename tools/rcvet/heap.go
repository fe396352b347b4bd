package main

import (
	"runtime"
	"runtime/debug"
)

// firstHeap is the size of the heap at which the first garbage collection begins.
const firstHeap = 128 << 20

// beginWithLargeHeap puts off the first garbage collection, as the Go compiler does. The go command
// starts a process for each package, and most of them end before they have used so much: what they
// allocate is not worth collecting. After the first collection, all is as usual.
func beginWithLargeHeap() {
	const smallest = 4 << 20 // the heap at which the first collection begins otherwise
	usual := debug.SetGCPercent(100 * firstHeap / smallest)
	if usual < 0 || usual > 100*firstHeap/smallest { // the user has said so
		debug.SetGCPercent(usual)
		return
	}
	runtime.AddCleanup(new(*byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
