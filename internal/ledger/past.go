package ledger

import (
	"sync"

	"github.com/rcpool/rcpool/internal/race"
)

// A past is what a ledger has counted that concerns no live slot. The registry
// keeps it when the ledger is gone, since a sum over all pools must not fall
// when a pool is collected.
type past struct {
	name string

	// Retired counts the objects that were left to the garbage collector. (The
	// ledger itself finds the resets of unchecked leases that panicked.)
	Retired Retirements
	// Detached counts the leases that ended by Detach.
	Detached race.Uint64
	// Made counts the objects of a pool that has a Free, and Freed those that were
	// freed or detached.
	Made, Freed race.Uint64

	mu     sync.Mutex // of the ledger, too
	closed leases     // of the counters whose slots are gone
}

// A Tally is all that was counted of one pool or of several.
type Tally struct {
	Counts
	Made, Freed uint64

	Keep, Misuse, Worn, Panic, Check uint64 // objects retired, by reason
}

// Tally returns what l has counted. See [Ledger.Counts].
func (l *Ledger) Tally() Tally { return l.past.tally(l.Counts()) }

// final returns what a ledger had counted that is gone. All its slots are gone,
// too: they keep the chunks, and the cleanup of a chunk keeps the ledger.
func (p *past) final() Tally {
	detached := p.Detached.Load()
	p.mu.Lock()
	sum := p.closed
	p.mu.Unlock()
	return p.tally(sum.counts(detached))
}

func (p *past) tally(c Counts) Tally {
	freed := p.Freed.Load() // before made, so that no more are freed than made
	return Tally{
		Counts: c,
		Made:   p.Made.Load(),
		Freed:  freed,
		Keep:   p.Retired.Keep.Load(),
		Misuse: p.Retired.Misuse.Load(),
		Worn:   p.Retired.Worn.Load(),
		Panic:  p.Retired.Panic.Load() + c.Panics,
		Check:  p.Retired.Check.Load(),
	}
}

// Add adds what u has counted to t.
func (t *Tally) Add(u Tally) {
	t.Begun += u.Begun
	t.Ended += u.Ended
	t.Lost += u.Lost
	t.Detached += u.Detached
	t.Fresh += u.Fresh
	t.Panics += u.Panics
	t.Made += u.Made
	t.Freed += u.Freed
	t.Keep += u.Keep
	t.Misuse += u.Misuse
	t.Worn += u.Worn
	t.Panic += u.Panic
	t.Check += u.Check
}
