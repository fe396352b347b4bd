//go:build race

package rcpool

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

const (
	raceEnabled     = true
	defaultChecking = 1
)

// spoil makes the end of a lease visible to the race detector: as a write to
// the whole object, after poison has filled it. It is done in a goroutine of
// its own, so that nothing that comes later is ordered after it, neither in
// other goroutines nor in the one that released: each stale read or write of
// the object is a race with this write, and the report names the Release that
// began the goroutine.
//
// The write comes last, for the detector remembers four accesses of a word, and
// a read by the address of its first byte: poison's writes to the single bytes
// would crowd that one out. Nothing after the write may synchronize with
// anybody.
func spoil(object unsafe.Pointer, size uintptr, memory []byte, poison func()) {
	go func() {
		poison()
		if size > 0 {
			runtime.RaceWriteRange(object, int(size))
		}
		if len(memory) > 0 {
			runtime.RaceWriteRange(unsafe.Pointer(unsafe.SliceData(memory)), len(memory))
		}
	}()
}

// A sharedCount counts what every fresh slot of a pool counts, without the race
// detector taking that for synchronization between the goroutines that lease:
// it would hide the races of the program.
type sharedCount struct{ n atomic.Uint64 }

func (c *sharedCount) increment() uint64 {
	runtime.RaceDisable()
	defer runtime.RaceEnable()
	return c.n.Add(1)
}

func (c *sharedCount) load() uint64 { return c.n.Load() }
