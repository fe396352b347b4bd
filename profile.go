package rcpool

import (
	"runtime"
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

// add puts a lease into the profile, with the stack of the call into rcpool: the
// innermost call is the line of the user.
func (p profile) add(lease any) {
	if !race.Enabled {
		p.leases.Add(lease, 1+hiddenCalls())
	}
}

// hiddenCalls returns how many calls, from the caller of hiddenCalls on, stacks
// leave out before the first that they do not. If they leave out all, it is 0.
func hiddenCalls() int {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for n := 0; ; n++ {
		frame, more := frames.Next()
		if !hidden(frame.Function) {
			return n
		}
		if !more {
			return 0
		}
	}
}

func (p profile) remove(lease any) {
	if !race.Enabled {
		p.leases.Remove(lease)
	}
}
