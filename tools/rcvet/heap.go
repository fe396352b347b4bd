package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	smallestHeap = 4 << 20    // the size at which the first garbage collection begins otherwise
	firstHeap    = 128 << 20  // the size of the heap at which it begins here
	largeHeap    = 700 << 20  // the most at which it begins: a collection takes time, and the heap grows meanwhile
	fullHeap     = 800 << 20  // to which a large heap grows from one collection to the next, beyond that it grows less
	leastGrow    = 35         // in percent of what is alive: each collection costs time, too
	heapPerByte  = 60         // of source, when a large package was read: the most of it stays
	leastMemory  = 1000 << 20 // beyond that, the process gives back what it does not use, rather than take more
)

// beginWithLargeHeap puts off the first garbage collection, as the Go compiler does. The go command
// starts a process for each package, and most of them end before they have used so much: what they
// allocate is not worth collecting. After the first collection, all is as usual, until the heap is
// large: the syntax and the types of a large package stay, and twice as much would not fit into
// every machine that builds it.
func beginWithLargeHeap() {
	usual := debug.SetGCPercent(percentOf(firstHeap))
	if usual < 0 || usual > percentOf(firstHeap) { // the user has said so
		debug.SetGCPercent(usual)
		return
	}
	limitMemory(0)
	afterCollection(usual)
}

// putOffCollection puts off the first garbage collection until a package with so many bytes of source
// was read: before that, there is little to collect.
func putOffCollection(source int64) {
	later := percentOf(min(heapPerByte*source, largeHeap))
	if had := debug.SetGCPercent(later); had != percentOf(firstHeap) || had > later {
		debug.SetGCPercent(had)
	}
}

// percentOf returns by how many percent the heap grows from the smallest size to another one.
func percentOf(heap int64) int { return int(100 * heap / smallestHeap) }

// afterCollection says after the next collection, and after each one from then on, when the one after
// it begins.
func afterCollection(usual int) {
	runtime.AddCleanup(new(*byte), func(usual int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(growth(usual, live[0].Value.Uint64()))
		limitMemory(int64(live[0].Value.Uint64()))
		afterCollection(usual)
	}, usual)
}

// growth returns by how many percent of what is alive the heap may grow before the next collection,
// if that is as many as usual for a small heap.
func growth(usual int, live uint64) int {
	if live*uint64(100+usual)/100 <= fullHeap {
		return usual
	}
	room := leastGrow
	if live < fullHeap {
		room = max(room, int((fullHeap-live)*100/live))
	}
	return min(room, usual)
}

// limitMemory lets the process take no more memory than it needs for what is alive, unless the user has
// said how much it may take.
func limitMemory(live int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(leastMemory, live*3/2))
	}
}
