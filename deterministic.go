package rcpool

import (
	"slices"
	"sync"
	"sync/atomic"
)

// SetDeterministic makes every pool predictable, for tests of reuse: the object
// released last is leased next, and none is dropped, also not under the race
// detector. No lease is checked meanwhile. It is for tests that run alone
// (rctest.Deterministic sees to that), takes effect with the next lease, and
// makes leases as slow as a lock. What is idle when it is switched off goes to
// the garbage collector with the next fresh object.
func SetDeterministic(on bool) {
	checking.mu.Lock()
	defer checking.mu.Unlock()
	deterministic.Store(on)
	checking.apply()
}

var deterministic atomic.Bool

// A shelf keeps the idle slots of a pool that is deterministic. There is no
// test for that on the way of ordinary leases: while it is on, no slot draws, so
// that every lease is due, gets the flag of a checked lease, and so ends on the
// long way; but it has no record.
type shelf struct {
	used  atomic.Bool // whether there may be slots
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
	f.slots = nil
	f.used.Store(false)
}

func (f *shelf) push(s *slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slots = append(f.slots, s)
	f.used.Store(true)
}

func (f *shelf) pushLast(s *slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slots = slices.Insert(f.slots, 0, s)
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
	return s
}

// getShelved leases s, while pools are deterministic. The slots that were idle
// before come last.
func (p *Pool[T]) getShelved(s *slot, w word) Ref[T] {
	if !s.shelved {
		s.shelved = true
		p.shelf.pushLast(s)
		return p.Get()
	}
	if !s.swap(w, w|checkedFlag) { // somebody misused a reference just now
		return p.getDue(s)
	}
	s.line.begun.set(w)
	return Ref[T]{s, w.lease()}
}

// endShelved ends such a lease, whose last reference was just released.
func (p *Pool[T]) endShelved(s *slot, w word) {
	s.line.ended.set(w.over() | resetting)
	keep := p.resets(s)
	s.line.ended.set(w.over())
	switch {
	case !keep:
		p.books.retired.keep.Add(1)
	case w&suspectFlag != 0 || w >= lastGeneration:
		s.retire(w)
	case deterministic.Load():
		s.state.Store(uint64(w.over() + identityOne))
		p.shelf.push(s)
	}
}
