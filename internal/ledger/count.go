package ledger

import (
	"sync/atomic"

	"github.com/rcpool/rcpool/internal/race"
)

// A sharedCount counts what every fresh slot of a pool counts. The race
// detector does not see its increments: it would take them for synchronization
// between the goroutines that lease, and miss the races of the program.
type sharedCount struct{ n atomic.Uint64 }

func (c *sharedCount) increment() uint64 {
	race.Disable()
	n := c.n.Add(1)
	race.Enable()
	return n
}

func (c *sharedCount) load() uint64 { return c.n.Load() }
