// Package ledger counts leases, for each pool.
//
// Counting leases in shared counters would cost more than the leases. Instead
// every slot has a [Counter] of its own, where the goroutine that owns the slot
// notes the word of the lease that begins and of the lease that ended, with
// plain stores into a cache line that it owns. To read the counts is to add up
// the counters.
//
// The counters must outlast the slots, because slots die whenever a garbage
// collection empties a pool, and no count may be lost with them; and the
// counters must not keep the slots alive. So counters come in chunks of 15. The
// [Ledger] holds the counters, the slots hold the [Chunk], and nothing refers to
// a slot. When the last slot of a chunk is gone, the chunk is too, and its
// cleanup adds its counters up and drops them.
package ledger

import (
	"runtime"
	"slices"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

const chunkSize = 15

// counters are of one chunk. With what comes before the list they have 1 KiB.
// There are no pointers in them, which the garbage collector would follow.
type counters struct {
	place  uint64      // in Ledger.open; under Ledger.mu
	issued race.Uint64 // how many the chunk was asked for
	_      [cacheLine - 16]byte
	list   [chunkSize]Counter
}

// used returns the counters that slots have.
func (cs *counters) used() []Counter { return cs.list[:min(cs.issued.Load(), chunkSize)] }

// A Chunk hands out 15 counters. A slot that has one of them must keep the
// chunk alive.
type Chunk struct {
	counters *counters

	// The runtime walks a list of the cleanups of all objects in a span of 8 KiB.
	// There are 128 of this size, and 1,024 of 8 bytes.
	_ [64 - unsafe.Sizeof(uintptr(0))]byte
}

// A Ledger counts the leases of one pool. It is safe for concurrent use.
type Ledger struct {
	*past
	name string // that of past, too: to sort ledgers reads it often
	id   uint64
	idle func() int // see New

	// Shelved counts the idle slots that are not in the store of the pool.
	Shelved race.Int64
	// Open are the records of checked leases.
	Open Notes

	open     []*counters
	relieved time.Time              // when slots were last made to move
	panicked map[*Counter]word.Word // what counters say since their Reset has panicked
	panics   uint64                 // how many resets were known to have panicked; never falls
}

// Retirements count retired objects by reason.
type Retirements struct{ Keep, Misuse, Worn, Panic, Check race.Uint64 }

// Name returns the name of the pool.
func (l *Ledger) Name() string { return l.name }

// ID returns a number that no other ledger has.
func (l *Ledger) ID() uint64 { return l.id }

// Idle returns how many slots are idle, or -1 if that is not known.
func (l *Ledger) Idle() int {
	n := l.idle()
	if n < 0 {
		return -1
	}
	return n + int(l.Shelved.Load())
}

// Enter gives a fresh slot its counter, and the chunk that the slot must keep
// alive. current is the pool's current chunk: the pool holds it and the ledger
// does not, so that it can die with the pool.
func (l *Ledger) Enter(current *race.Pointer[Chunk]) (*Chunk, *Counter) {
	for {
		c := current.Load()
		if c != nil {
			if i := c.counters.issued.Add(1) - 1; i < chunkSize {
				return c, &c.counters.list[i]
			}
		}
		race.Apart(func() { l.extend(current, c) })
	}
}

// extend opens a new chunk, unless another goroutine did since full was the
// current one.
func (l *Ledger) extend(current *race.Pointer[Chunk], full *Chunk) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if current.Load() != full {
		return
	}
	c := newChunk(len(l.open))
	l.open = append(l.open, c.counters)
	runtime.AddCleanup(c, l.close, c.counters)
	current.Store(c)
}

// newChunk is marked go:norace because slots get the chunk in a way that the
// race detector does not see.
//
//go:norace
func newChunk(place int) *Chunk { return &Chunk{counters: &counters{place: uint64(place)}} }

// close adds up the counters of a chunk whose slots are all gone. A lease that
// did not end by then was lost.
func (l *Ledger) close(cs *counters) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := len(l.open) - 1
	l.open[cs.place], l.open[last].place = l.open[last], cs.place
	l.open[last] = nil
	l.open = l.open[:last]
	used := cs.used()
	for i := range used {
		c := &used[i]
		delete(l.panicked, c)
		before := l.closed
		if l.closed.add(c) {
			l.closed.panics++
		}
		l.closed.lost += (l.closed.begun - before.begun) - (l.closed.ended - before.ended)
	}
}

// Visit calls f for the counter of every slot that existed when it was called,
// and perhaps of some that are gone. No lock is held meanwhile.
func (l *Ledger) Visit(f func(*Counter)) {
	_, open, _ := l.snapshot()
	visit(open, f)
}

// snapshot returns the sums of the chunks that are closed, the counters of those
// that are open, and how many resets are known to have panicked. It holds the
// lock, which a new chunk needs, only to copy a list.
func (l *Ledger) snapshot() (closed leases, open []*counters, panics uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed, slices.Clone(l.open), l.panics
}

func visit(all []*counters, f func(*Counter)) {
	for _, cs := range all {
		used := cs.used()
		for i := range used {
			f(&used[i])
		}
	}
}

// Counts are what a ledger has counted.
type Counts struct {
	Begun, Ended, Lost uint64 // leases
	Detached           uint64 // of those that ended
	Fresh              uint64 // leases of a fresh object
	Panics             uint64 // resets that panicked
}

// Counts adds up the counters. The counts are exact when the pool is quiet, and
// lag behind when it is not; at all times Detached <= Ended, and
// Ended + Lost <= Begun.
func (l *Ledger) Counts() Counts {
	var c Counts
	race.Apart(func() { l.count(&c) })
	return c
}

func (l *Ledger) count(c *Counts) {
	detached := l.Detached.Load() // before ended: a detached lease has ended
	sum, open, known := l.snapshot()
	var resets []*Counter
	visit(open, func(c *Counter) {
		if sum.add(c) {
			resets = append(resets, c)
		}
	})
	sum.panics = max(sum.panics+l.panicsOf(resets), known)
	if sum.panics > known {
		l.learn(sum.panics)
	}
	l.relieve(open)
	c.set(sum.counts(detached))
}

func (l leases) counts(detached uint64) Counts {
	return Counts{
		Begun:    l.begun,
		Ended:    l.ended,
		Lost:     l.lost,
		Detached: detached,
		Fresh:    l.fresh,
		Panics:   l.panics,
	}
}

// set is marked go:norace because Counts reads what another goroutine has set,
// in a way that the race detector does not see.
//
//go:norace
func (c *Counts) set(counts Counts) { *c = counts }
