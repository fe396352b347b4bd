package rcpool

import (
	"cmp"
	"iter"
	"reflect"
	"slices"

	"github.com/rcpool/rcpool/internal/ledger"
)

// Stats are the counts of a pool since its first lease. They are exact when the
// pool is quiet. Under load they miss what happens while they are read. At all
// times Gets = Releases + Detached + Lost + InUse.
type Stats struct {
	Name     string // of the pool
	Number   uint64 // tells pools with the same name apart: the first that was used is 1; 0 if the pool is unused
	Gets     uint64 // leases that began
	News     uint64 // of these, leases of a new object; the others reused one
	Releases uint64 // leases that the last Release ended
	Detached uint64 // leases that Detach ended
	InUse    uint64 // leases that are open

	// Idle is the number of objects that wait for their next lease. It is -1 if a
	// sync.Pool keeps them, which does not tell: see Pool.
	Idle int

	// Lost counts the leases that leaked: their objects were collected while they
	// were leased. It counts all of them, checked or not, but late: objects are
	// counted in chunks of 15, in the order they were made, and a leak is InUse
	// until the other objects of its chunk are collected or have moved to another
	// chunk. Those that are leased again and again move when the counts are read
	// from time to time; those of leases that go on stay.
	Lost uint64

	// Made and Freed are counted if the pool has a Free: the objects that New or the
	// pool has made, and those of them that Free has returned for or Detach has
	// taken out.
	Made, Freed uint64

	Retired   uint64      // objects that were left to the garbage collector, for any reason
	RetiredBy Retirements // the same, by reason
}

// Retirements count the objects that were left to the garbage collector when
// their lease ended, by reason. They do not count idle objects that a garbage
// collection takes from the pool.
type Retirements struct {
	Keep   uint64 // Pool.Keep returned false
	Panic  uint64 // Reset or Keep panicked
	Misuse uint64 // a reference to the object was misused
	Worn   uint64 // the object had been leased as often as it can be, 4,194,303 times
	Check  uint64 // the lease was checked; see SetChecking
}

// All yields each reason in the form of a label of a metric, such as keep, and how
// many objects were retired for it.
func (r Retirements) All() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		_ = yield("keep", r.Keep) && yield("panic", r.Panic) && yield("misuse", r.Misuse) && yield("worn", r.Worn) && yield("check", r.Check)
	}
}

// Stats returns the counts of p. It is safe for concurrent use. It takes time in
// proportion to the number of live objects.
func (p *Pool[T]) Stats() Stats {
	if !p.core.settled.Load() {
		return Stats{Name: nameOf(p.Name, reflect.TypeFor[T]())}
	}
	return statsOf(p.core.ledger)
}

// AllStats returns the counts of every pool that was used and is still
// reachable, sorted by name and number.
func AllStats() []Stats {
	pools := ledger.Live()
	slices.SortFunc(pools, func(a, b *ledger.Ledger) int {
		return cmp.Or(cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.ID(), b.ID()))
	})
	all := make([]Stats, len(pools))
	for i, l := range pools {
		all[i] = statsOf(l)
	}
	return all
}

func statsOf(l *ledger.Ledger) Stats {
	s := statsFrom(l.Name(), l.Tally())
	s.Number, s.Idle = l.ID(), l.Idle()
	return s
}

func statsFrom(name string, t ledger.Tally) Stats {
	by := Retirements{Keep: t.Keep, Panic: t.Panic, Misuse: t.Misuse, Worn: t.Worn, Check: t.Check}
	return Stats{
		Name:      name,
		Gets:      t.Begun,
		News:      t.Fresh,
		Releases:  t.Ended - t.Detached,
		Detached:  t.Detached,
		Lost:      t.Lost,
		InUse:     t.Begun - t.Ended - t.Lost,
		Retired:   by.Keep + by.Panic + by.Misuse + by.Worn + by.Check,
		RetiredBy: by,
		Made:      t.Made,
		Freed:     t.Freed,
	}
}
