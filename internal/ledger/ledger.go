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
// counters must not keep the slots alive. So counters come in chunks of 16. The
// [Ledger] holds the counters, the slots hold the [Chunk], and nothing refers to
// a slot. When the last slot of a chunk is gone, the chunk is too, and its
// cleanup adds its counters up and drops them.
package ledger

import (
	"runtime"
	"sync"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

const chunkSize = 16

type counters [chunkSize]Counter

// A Chunk hands out 16 counters. A slot that has one of them must keep the
// chunk alive.
type Chunk struct {
	ledger   *Ledger
	counters *counters
	issued   race.Uint64
}

// Ledger returns the ledger that counts for the chunk.
func (c *Chunk) Ledger() *Ledger { return c.ledger }

// A Ledger counts the leases of one pool. It is safe for concurrent use.
type Ledger struct {
	name string
	id   uint64

	// Retired counts the objects that were left to the garbage collector. (The
	// ledger itself finds the resets of unchecked leases that panicked.)
	Retired Retirements
	// Detached counts the leases that ended by Detach.
	Detached race.Uint64

	fresh race.Uint64

	mu       sync.Mutex
	open     map[*counters]struct{}
	closed   leases                 // of the counters whose slots are gone
	panicked map[*Counter]word.Word // what counters say since their Reset has panicked
}

// Retirements count retired objects by reason.
type Retirements struct{ Keep, Misuse, Worn, Panic, Check race.Uint64 }

// Name returns the name of the pool.
func (l *Ledger) Name() string { return l.name }

// ID returns a number that no other ledger has.
func (l *Ledger) ID() uint64 { return l.id }

// Enter gives a fresh slot its counter, and the chunk that the slot must keep
// alive. current is the pool's current chunk: the pool holds it and the ledger
// does not, so that it can die with the pool.
func (l *Ledger) Enter(current *race.Pointer[Chunk]) (*Chunk, *Counter) {
	l.fresh.Add(1)
	for {
		c := current.Load()
		if c != nil {
			if i := c.issued.Add(1) - 1; i < chunkSize {
				return c, &c.counters[i]
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
	c := newChunk(l)
	l.open[c.counters] = struct{}{}
	runtime.AddCleanup(c, l.close, c.counters)
	current.Store(c)
}

// newChunk is marked go:norace because slots get the chunk in a way that the
// race detector does not see.
//
//go:norace
func newChunk(l *Ledger) *Chunk { return &Chunk{ledger: l, counters: new(counters)} }

// close adds up the counters of a chunk whose slots are all gone. A lease that
// did not end by then was lost.
func (l *Ledger) close(cs *counters) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, cs)
	for i := range cs {
		c := &cs[i]
		delete(l.panicked, c)
		before := l.closed
		if l.closed.add(c) {
			l.closed.panics++
		}
		l.closed.lost += (l.closed.begun - before.begun) - (l.closed.ended - before.ended)
	}
}

// Visit calls f for the counter of every slot that may exist. It holds the
// ledger's lock meanwhile.
func (l *Ledger) Visit(f func(*Counter)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.visitLocked(f)
}

func (l *Ledger) visitLocked(f func(*Counter)) {
	for cs := range l.open {
		for i := range cs {
			f(&cs[i])
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
	fresh := l.fresh.Load()       // before begun
	l.mu.Lock()
	sum := l.closed
	var doubtful []*Counter
	l.visitLocked(func(c *Counter) {
		switch resets := sum.add(c); {
		case resets && l.panicked[c] == c.ended.get():
			sum.panics++
		case resets:
			doubtful = append(doubtful, c)
		}
	})
	l.mu.Unlock()
	if panicked := settle(doubtful); len(panicked) > 0 {
		sum.panics += uint64(len(panicked))
		l.remember(panicked)
	}
	c.set(Counts{
		Begun:    sum.begun,
		Ended:    sum.ended,
		Lost:     sum.lost,
		Detached: detached,
		Fresh:    min(fresh, sum.begun), // an object can be made and not be leased yet
		Panics:   sum.panics,
	})
}

// set is marked go:norace because Counts reads what another goroutine has set,
// in a way that the race detector does not see.
//
//go:norace
func (c *Counts) set(counts Counts) { *c = counts }

// remember spares later calls the wait for counters whose Reset has panicked:
// they stay "resetting" after the same lease, since their slots are never leased
// again. (A counter whose Reset was only slow is resetting after one lease, and
// later after others.)
func (l *Ledger) remember(panicked []*Counter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range panicked {
		if l.panicked == nil {
			l.panicked = map[*Counter]word.Word{}
		}
		l.panicked[c] = c.ended.get()
	}
}
