package handle

import (
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// Package word says what parked entries are for. One entry in eight may be parked,
// so that no two of those are on one cache line: goroutines that use different
// ones do not slow each other down. They are among the entries that Trim keeps, so
// that a sweep looks at 64 at most, and at two of a table that is small.

const (
	parkedStep = first / 2
	parkedEnd  = first << keptDoubled
)

// HasParked reports whether there may be parked entries. A nil table has none.
func (t *Table) HasParked() bool { return t != nil && t.parked.Load() }

// TakeOver issues the tag of a reference that takes over the count of one that was
// released, if of is live, in the lease of the word at state, and one of the two
// entries is parked that the goroutine tries.
//
// The entry is loaded before of is looked up, and swapped after it. That the swap
// succeeds shows that the entry was parked all the while, since an epoch never
// comes back. A lease does not end while an entry is parked, so of was live in the
// lease of that entry.
func (t *Table) TakeOver(h Home, state *race.Uint64, of word.Tag) (tag word.Tag, ok bool) {
	i := h.in(t.size())
	e := t.entry(i)
	was := word.Entry(e.Load())
	if !was.Parked() {
		i ^= parkedStep
		e = t.entry(i)
		was = word.Entry(e.Load())
	}
	next, tag, ok := was.TakeOver(i)
	if !ok {
		return 0, false
	}
	switch w := word.Word(state.Load()); {
	case !w.Parks():
		return 0, false
	case w.HasIdentity(of), of.Counted() && t.Holds(of):
	default:
		return 0, false
	}
	if !e.CompareAndSwap(uint64(was), uint64(next)) {
		t.spread()
		return 0, false
	}
	if tag.Worn() {
		t.worn.Store(true)
	}
	return tag, true
}

// Release releases tag, and reports whether it was live, and whether the caller
// has to uncount it in the word at state. Otherwise its entry is parked, or was
// until somebody else took the count.
func (t *Table) Release(state *race.Uint64, tag word.Tag) (uncount, live bool) {
	e := t.entryOf(tag)
	if e == nil {
		return false, false
	}
	if !mayPark(tag) || !word.Word(state.Load()).Parks() {
		live = e.CompareAndSwap(uint64(tag.Live()), uint64(tag.Free()))
		return live, live
	}
	if !t.parked.Load() {
		t.parked.Store(true)
	}
	if !e.CompareAndSwap(uint64(tag.Live()), uint64(tag.Parked())) {
		return false, false
	}
	if word.Word(state.Load()).Parks() {
		return false, true
	}
	return e.CompareAndSwap(uint64(tag.Parked()), uint64(tag.Free())), true
}

// mayPark reports whether the entry of tag may be parked.
func mayPark(tag word.Tag) bool {
	i := tag.Index()
	return i%parkedStep == 0 && i < parkedEnd
}

// Sweep frees the parked entries, while same reports true, and returns how many
// it has freed: their counts are the caller's. A nil table has none.
func (t *Table) Sweep(same func() bool) (swept int) {
	if t == nil {
		return 0
	}
	for i := 0; i < min(t.size(), parkedEnd); i += parkedStep {
		e := t.entry(i)
		was := word.Entry(e.Load())
		if !was.Parked() {
			continue
		}
		if !same() {
			return swept
		}
		if e.CompareAndSwap(uint64(was), uint64(was.Freed())) {
			swept++
		}
	}
	return swept
}
