package rcpool

import (
	"runtime/pprof"

	"github.com/rcpool/rcpool/internal/race"
)

// openLeases are the checked leases that go on, as a profile of runtime/pprof,
// by the call site where they began. A lease that has leaked stays in it, so
// that the difference between two profiles shows leaks.
//
// Under the race detector the profile stays empty: its lock would order every
// lease in the program after the one before, and races would go unnoticed.
var openLeases = profile{func() *pprof.Profile {
	const name = "rcpool.leases"
	if other := pprof.Lookup(name); other != nil { // of another copy of this package, in the same program
		return other
	}
	return pprof.NewProfile(name)
}()}

type profile struct{ leases *pprof.Profile }

// add puts the lease of r, which begins, into the profile, with the stack of the
// call into rcpool: the innermost call is the line of the user. r.acquired has one
// call that the stack of add does not have, newRecord; the stack has add, its caller
// and Add instead.
func (p profile) add(r *record) {
	if !race.Enabled {
		p.leases.Add(r, 2+r.acquired.hiddenCalls())
	}
}

func (p profile) remove(lease any) {
	if !race.Enabled {
		p.leases.Remove(lease)
	}
}
