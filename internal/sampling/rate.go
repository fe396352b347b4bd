package sampling

import (
	"math"

	"github.com/rcpool/rcpool/internal/race"
)

// A Rate is how many leases of one pool are checked. The zero Rate is that of
// the process, Settings.OneIn. It is safe for concurrent use.
type Rate struct {
	own race.Int64 // one more than the number of leases of which one is checked; 0 for the rate of the process
}

// Set sets the number of leases of which one is checked, 0 for none, or -1 for
// the rate of the process. It returns what was set before. The caller lets the
// slots of the pool draw anew.
func (r *Rate) Set(oneIn int) (before int) {
	for {
		own := r.own.Load()
		if r.own.CompareAndSwap(own, int64(max(oneIn, -1))+1) {
			return int(own - 1)
		}
	}
}

// All reports whether every lease is checked.
func (r *Rate) All() bool { return r.oneIn() == 1 }

func (r *Rate) oneIn() int64 {
	if own := r.own.Load(); own > 0 {
		return own - 1
	}
	return process.oneIn.Load()
}

// scale is scaleOf(oneIn). Mostly the process has it at hand. (What comes from
// another time than oneIn does no harm: after a change every slot draws anew.)
func (r *Rate) scale(oneIn int64) float64 {
	if r.own.Load() > 0 {
		return scaleOf(oneIn)
	}
	return math.Float64frombits(process.scale.Load())
}
