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
	count *race.Int64 // of slots; in the ledger of the pool
	mu    sync.Mutex
	slots []*slot
}

// clear drops what is left of the time when pools were deterministic.
func (f *shelf) clear() {
	if f.count.Load() == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.set(nil)
}

func (f *shelf) push(s *slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.set(append(f.slots, s))
}

func (f *shelf) pushLast(s *slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.set(slices.Insert(f.slots, 0, s))
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
	f.set(f.slots[:last])
	return s
}

// set changes the slots. The caller holds the lock.
func (f *shelf) set(slots []*slot) {
	f.slots = slots
	f.count.Store(int64(len(slots)))
}
