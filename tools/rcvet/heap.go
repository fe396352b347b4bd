package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	firstHeap = 128 << 20  // the size of the heap at which the first garbage collection begins
	largeHeap = 1000 << 20 // beyond that, the heap grows less from one collection to the next
	leastGrow = 50         // in percent of what is alive: each collection costs time, too
)

// beginWithLargeHeap puts off the first garbage collection, as the Go compiler does. The go command
// starts a process for each package, and most of them end before they have used so much: what they
// allocate is not worth collecting. After the first collection, all is as usual, until the heap is
// large: the syntax and the types of a large package stay, and twice as much would not fit into
// every machine that builds it.
func beginWithLargeHeap() {
	const smallest = 4 << 20 // the heap at which the first collection begins otherwise
	usual := debug.SetGCPercent(100 * firstHeap / smallest)
	if usual < 0 || usual > 100*firstHeap/smallest { // the user has said so
		debug.SetGCPercent(usual)
		return
	}
	afterCollection(usual)
}

// afterCollection says after the next collection, and after each one from then on, when the one after
// it begins.
func afterCollection(usual int) {
	runtime.AddCleanup(new(*byte), func(usual int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(growth(usual, live[0].Value.Uint64()))
		afterCollection(usual)
	}, usual)
}

// growth returns by how many percent of what is alive the heap may grow before the next collection,
// if that is as many as usual for a small heap.
func growth(usual int, live uint64) int {
	if live*uint64(100+usual)/100 <= largeHeap {
		return usual
	}
	room := leastGrow
	if live < largeHeap {
		room = max(room, int((largeHeap-live)*100/live))
	}
	return min(room, usual)
}
