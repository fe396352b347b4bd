package rcpool

import "runtime/pprof"

// openLeases are the checked leases that go on, as a profile of runtime/pprof,
// by the place where they were acquired. A lease that has leaked stays in it,
// so that the difference between two profiles shows leaks.
//
// Under the race detector the profile stays empty: its lock would order every
// lease in the program after the one before, and races would go unnoticed.
var openLeases = func() *pprof.Profile {
	const name = "rcpool.leases"
	if other := pprof.Lookup(name); other != nil { // of another copy of this package, in the same program
		return other
	}
	return pprof.NewProfile(name)
}()

func (r *record) enterProfile() {
	if !raceEnabled {
		openLeases.Add(r, 1)
	}
}

func (r *record) leaveProfile() {
	if !raceEnabled {
		openLeases.Remove(r)
	}
}
