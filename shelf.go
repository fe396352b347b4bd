package rcpool

import (
	"slices"
	"sync"

	"github.com/rcpool/rcpool/internal/race"
)

// A shelf keeps the idle slots of a pool while pools are deterministic (see
// sampling.Settings). No test for that is on the way of ordinary leases:
// meanwhile no slot draws, so every lease stops at Pool.getDue, gets the flag of
// a checked lease, and so ends in Pool.endChecked; but it has no record.
type shelf struct {
	used  race.Bool   // whether there may be slots
	count *race.Int64 // of slots; in the ledger of the pool
	mu    sync.Mutex
	slots []*slot
}

// clear drops what is left of the time when pools were deterministic.
func (f *shelf) clear() {
	if !f.used.Load() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count.Add(-int64(len(f.slots)))
	f.slots = nil
	f.used.Store(false)
}

func (f *shelf) push(s *slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slots = append(f.slots, s)
	f.count.Add(1)
	f.used.Store(true)
}

func (f *shelf) pushLast(s *slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slots = slices.Insert(f.slots, 0, s)
	f.count.Add(1)
	f.used.Store(true)
}

func (f *shelf) pop() *slot {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.slots) == 0 {
		return nil
	}
	last := len(f.slots) - 1
	s := f.slots[last]
	f.slots[last] = nil
	f.slots = f.slots[:last]
	f.count.Add(-1)
	return s
}
