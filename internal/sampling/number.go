package sampling

import "github.com/rcpool/rcpool/internal/race"

// Number returns the number of a checked lease that begins: one more than that
// of the one before. The time does not tell which came first, since it may be
// that of a bubble of testing/synctest.
func Number() uint64 { return latest.Add(1) }

// LatestNumber returns the number of the checked lease that began last, or 0.
func LatestNumber() uint64 { return latest.Load() }

var latest race.Uint64
