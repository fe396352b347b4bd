package rcpool

import (
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/store"
	"github.com/rcpool/rcpool/internal/word"
)

// This file is how a lease begins; recycle.go is how it ends.

// Get leases an object: an idle one, or a new one if none is idle. The caller
// owns the Ref and must Release it exactly once or hand it over.
//
// Get panics with a *Misuse (NilNew) if New returns nil. A panic of New goes on
// to the caller. In both cases nothing is leased.
func (p *Pool[T]) Get() Ref[T] {
	s, t := p.core.get(p)
	return Ref[T]{slot: s, tag: t}
}

// get leases a slot. typed is the Pool[T] of p. It is not generic, so Get, which is,
// can be inlined into its caller: then a lease has one call less.
func (p *pool) get(typed interface{ settle() }) (*slot, word.Tag) {
	var s *slot
	i := pin() // as in idleSlots.get, but in line
	if head := p.idle.caches(); hasCache(head, i) {
		c := cacheOf(head, i)
		if s = (*slot)(store.TakeLatest(c)); s == nil {
			s = (*slot)(store.TakeOther(c))
		}
	}
	unpin()
	if s == nil {
		if s = p.idle.get(); s == nil {
			return p.getFresh(typed)
		}
	}
	if w := s.load(); uint64(w) < s.counter.Due.Load() { // neither suspect nor to be checked: no flags
		s.begin(w)
		return s, word.Tag(w)
	}
	return p.getDue(s)
}

// With leases an object, calls f with it, and returns the error of f. The lease
// ends when f returns or panics. f borrows the *T and must not keep it. For work
// that outlives the call, use Get and Retain.
func (p *Pool[T]) With(f func(*T) error) error {
	ref := p.Get()
	defer ref.Release()
	return f(ref.Value())
}

// getFresh leases a slot with a fresh object.
func (p *pool) getFresh(typed interface{ settle() }) (*slot, word.Tag) {
	if !p.settled.Load() {
		typed.settle()
	}
	return p.getDue(p.freshSlot())
}

// freshSlot returns a slot with a fresh object; while pools are deterministic,
// the slot that was released last.
func (p *pool) freshSlot() *slot {
	if s := p.source.Load(); s != nil && s.Wants() {
		s.Try()
	}
	if !sampling.Deterministic() {
		p.shelf.clear()
		return p.newSlot(p.newObject())
	}
	s := p.shelf.pop()
	if s == nil {
		s = p.newSlot(p.newObject())
		s.shelved = true
	}
	return s
}

// getDue leases a slot that Get has stopped at, or a fresh one, which has yet
// to draw when it will be checked.
func (p *pool) getDue(s *slot) (*slot, word.Tag) {
	w := s.load()
	if s.counter.Moves() {
		s.chunk, s.counter = p.ledger.Move(&p.chunk, s.chunk, w)
	}
	switch {
	case w&word.Suspect != 0: // a reference was misused while the slot was idle
		s.store(word.RetiredWord)
		s.letGo()
		p.ledger.Retired.Misuse.Add(1)
		return p.getOther()
	case sampling.Deterministic():
		return p.getShelved(s, w)
	case sampling.Due(&p.rate, s.counter, w) && p.affordable(s):
		return p.beginChecked(s, w)
	}
	s.begin(w)
	return s, w.Lease()
}

// getOther leases another slot.
func (p *pool) getOther() (*slot, word.Tag) {
	if s := p.idle.get(); s != nil {
		return p.getDue(s)
	}
	return p.getDue(p.freshSlot())
}

// getShelved leases s, while pools are deterministic. The slots that were idle
// before come last.
func (p *pool) getShelved(s *slot, w word.Word) (*slot, word.Tag) {
	if !s.shelved {
		s.shelved = true
		p.shelf.pushLast(s)
		return p.getOther()
	}
	if !s.swap(w, w|word.Checked) { // a reference was misused just now
		return p.getDue(s)
	}
	s.begin(w)
	return s, w.Lease()
}
