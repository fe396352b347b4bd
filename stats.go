package rcpool

import (
	"cmp"
	"slices"

	"github.com/rcpool/rcpool/internal/ledger"
)

// Stats are a pool's counts since its first lease. They are exact when the
// pool is quiet; under load they lag by what happens while they are read. At
// all times Gets = Releases + Detached + Lost + InUse.
//
// Lost counts every lease that leaked, checked or not, but late: the objects of
// a pool are counted 16 at a time, in the order they were made, and a leak is
// InUse until the last of its 16 is collected.
type Stats struct {
	Name     string // of the pool
	Gets     uint64 // leases begun
	News     uint64 // of these, leases of a fresh object; the rest reused one
	Releases uint64 // leases ended by the last Release
	Detached uint64 // leases ended by Detach
	Lost     uint64 // leases that leaked: the object was collected while held; see below
	InUse    uint64 // leases that go on
	Retired  uint64 // objects left to the garbage collector instead of kept

	// RetiredBy splits Retired by reason.
	RetiredBy Retirements
}

// Retirements count the objects that were left to the garbage collector, by
// reason. Idle objects that a garbage collection took from the pool, as from
// any sync.Pool, are not among them.
type Retirements struct {
	Keep   uint64 // Pool.Keep said no
	Panic  uint64 // Reset or Keep panicked
	Misuse uint64 // a reference to the object was misused
	Worn   uint64 // the object's generations were used up
	Check  uint64 // the lease was checked; see SetChecking
}

// Stats counts what p has done. It may be called at any time; it takes a lock
// that only one in 16 fresh objects takes, and time in proportion to the
// objects alive.
func (p *Pool[T]) Stats() Stats {
	if p.chunk.Load() == nil {
		return Stats{Name: p.name()}
	}
	return statsOf(p.ledger)
}

// All are the stats of every pool that was used and is still referred to,
// sorted by name.
func All() []Stats {
	var all []Stats
	for _, l := range ledger.Live() {
		all = append(all, statsOf(l))
	}
	slices.SortStableFunc(all, func(a, b Stats) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func statsOf(l *ledger.Ledger) Stats {
	c := l.Counts()
	by := Retirements{
		Keep:   l.Retired.Keep.Load(),
		Panic:  l.Retired.Panic.Load() + c.Panics,
		Misuse: l.Retired.Misuse.Load(),
		Worn:   l.Retired.Worn.Load(),
		Check:  l.Retired.Check.Load(),
	}
	return Stats{
		Name:      l.Name(),
		Gets:      c.Begun,
		News:      c.Fresh,
		Releases:  c.Ended - c.Detached,
		Detached:  c.Detached,
		Lost:      c.Lost,
		InUse:     c.Begun - c.Ended - c.Lost,
		Retired:   by.Keep + by.Panic + by.Misuse + by.Worn + by.Check,
		RetiredBy: by,
	}
}
