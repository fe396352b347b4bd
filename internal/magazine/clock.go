package magazine

import "time"

// The clock counts microseconds, and starts again from 0 after 71 minutes. That
// is harmless: at worst, a cache doubles without need, or a stock stays current
// for one more collection. Tests replace the clock.
var clock = func() uint32 { return uint32(time.Since(started) / time.Microsecond) }

var started = time.Now()

const (
	// Reading the clock costs about as much as a visit to the depot. So it is read
	// after this number of visits.
	visitsPerLook = 8

	// A store gets caches if the depot is visited within this time on average. A
	// visit takes some 60 ns then, so visits without caches cost less than 1 %.
	cachesWithin = 10

	// A cache doubles if it visits the depot within this time on average.
	doubleWithin = 1

	// A stock stays current for this time at least while the store is used.
	minAge = 100_000
)
