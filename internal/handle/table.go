// Package handle tells the many references of a lease apart.
//
// The state word of a slot has identities for the first references of a lease,
// and counts those beyond. A [Table] identifies the counted ones: it is an array
// of word.Entry, each of which identifies one live reference. Package word has
// the protocol, and its argument; this package finds the entries.
package handle

import (
	"math/bits"
	_ "sync/atomic" // or else the compiler does not inline what package race has of it
	"weak"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A Table identifies the counted references of one slot. A slot keeps its table
// as long as it lives: an object that was shared by many will be again. The zero
// Table is ready to use. Its methods are safe for concurrent use, except where
// they say otherwise.
//
// The entries are in segments, which never move: the first one has 16 entries,
// and each of the others doubles the table. At least half of the entries are
// free, so that a free one is found after a few steps.
type Table struct {
	first    [first]race.Uint64 // each a word.Entry
	segments [maxDoubled]race.Pointer[segment]
	doubled  race.Uint32 // how often the table was
	next     hint        // where a free entry may be; while the table is contended, plus contended
	parked   race.Bool   // since the lease began, an entry was
	worn     race.Bool   // half of the epochs of an entry are used up

	// These change between two leases only.
	idle  [maxDoubled]weak.Pointer[segment] // that Trim has cut off
	level word.Entry                        // the entries of new segments begin in its epoch
}

// A segment is an array of entries. The segment with index i has first<<i.
type segment []race.Uint64

const (
	first      = min(16, word.Entries)
	maxDoubled = 12

	// What a table has more than this when the lease ends, which is 512 entries
	// or 4 KiB, is left to the garbage collector, unless another lease needs it
	// before.
	keptDoubled = 5
)

// Issue returns the tag of a reference that was counted just now, as the last of
// the given number. It fails if the entries have no epochs left, which takes
// 1.4e17 references to one lease.
func (t *Table) Issue(h Home, counted int) (tag word.Tag, ok bool) {
	if size := t.size(); 2*counted <= size {
		i := t.next.get()
		if i >= contended {
			return t.issueApart(h, counted)
		}
		i &= size - 1
		t.next.set((i + 1) & (size - 1))
		tag, ok := t.issue(i)
		if ok {
			return tag, true
		}
		if tag != 0 {
			t.spread()
		}
	}
	return t.search(2 * counted)
}

// search finds a free entry in a table that has at least n, if it can.
func (t *Table) search(n int) (tag word.Tag, ok bool) {
	for {
		size := t.grow(n)
		spent := false
		start := t.next.get()
		for step := range size {
			i := (start + step) & (size - 1)
			if tag, ok := t.issue(i); ok {
				t.next.set((i+1)&(size-1) | start&contended)
				return tag, true
			}
			spent = spent || word.Entry(t.entry(i).Load()) == word.LastEpoch
		}
		if spent && size == word.Entries {
			return 0, false
		}
		// Others took what became free behind the search, or a larger table has
		// entries with epochs left.
		n = 2 * size
	}
}

// issue issues the tag of the entry with index i, if that is free. If it was, but
// another goroutine took it, tag is not 0.
func (t *Table) issue(i int) (tag word.Tag, ok bool) {
	e := t.entry(i)
	old := e.Load()
	next, tag, ok := word.Entry(old).Issue(i)
	if !ok {
		return 0, false
	}
	if !e.CompareAndSwap(old, uint64(next)) {
		return tag, false
	}
	if tag.Worn() {
		t.worn.Store(true)
	}
	return tag, true
}

// Holds reports whether tag is live. A nil table holds nothing.
func (t *Table) Holds(tag word.Tag) bool {
	e := t.entryOf(tag)
	return e != nil && word.Entry(e.Load()) == tag.Live()
}

// Reserve reserves the entry of tag, and reports whether tag was live. Until
// Restore it is not.
func (t *Table) Reserve(tag word.Tag) bool { return t.swap(tag, tag.Live(), tag.Reserved()) }

// Restore makes tag live, whose entry the caller has reserved.
func (t *Table) Restore(tag word.Tag) { t.swap(tag, tag.Reserved(), tag.Live()) }

func (t *Table) swap(tag word.Tag, old, new word.Entry) bool {
	e := t.entryOf(tag)
	return e != nil && e.CompareAndSwap(uint64(old), uint64(new))
}

// entryOf returns the entry that has issued tag, or nil if it was cut off.
func (t *Table) entryOf(tag word.Tag) *race.Uint64 {
	if t == nil {
		return nil
	}
	return t.entry(tag.Index())
}

// entry returns the entry with index i, or nil.
func (t *Table) entry(i int) *race.Uint64 {
	if i < first {
		return &t.first[i]
	}
	k := bits.Len(uint(i) / first)
	s := t.segments[k-1].Load()
	if s == nil {
		return nil
	}
	return &(*s)[i-first<<(k-1)]
}

func (t *Table) size() int { return first << (t.doubled.Load() & 31) }

// grow makes the table have n entries, or all that it can have, and returns its
// size.
func (t *Table) grow(n int) int {
	for {
		doubled := t.doubled.Load()
		if size := first << doubled; size >= min(n, word.Entries) {
			return size
		}
		t.double(doubled)
	}
}

// double adds the segment with index k, unless another goroutine does.
func (t *Table) double(k uint32) {
	more := t.idle[k].Value()
	if more == nil {
		more = newSegment(first<<k, t.level)
	}
	t.segments[k].CompareAndSwap(nil, more)
	t.doubled.CompareAndSwap(k, k+1)
}

// newSegment is hidden from the race detector, because the swap that hands the
// segment to other goroutines is.
//
//go:norace
func newSegment(size int, level word.Entry) *segment {
	s := make(segment, size)
	if level != 0 {
		for i := range s {
			s[i].Store(uint64(level))
		}
	}
	return &s
}

// Trim ends a lease: the table is no longer contended, and is cut if it became
// large. Trim reports whether the slot is to be retired because the epochs might
// not do for another lease. The caller owns the slot, between two leases. Stale
// references may be looked up meanwhile. Trim of a nil table does nothing.
func (t *Table) Trim() (worn bool) {
	if t == nil {
		return false
	}
	for i := uint32(keptDoubled); i < t.doubled.Load(); i++ {
		cut := t.segments[i].Swap(nil)
		t.idle[i] = weak.Make(cut)
		t.level = max(t.level, latest(*cut))
	}
	t.doubled.Store(min(keptDoubled, t.doubled.Load()))
	t.next.set(0)
	if t.parked.Load() {
		t.parked.Store(false)
	}
	return t.worn.Load()
}

// latest returns the latest epoch of the entries.
func latest(entries []race.Uint64) (level word.Entry) {
	for i := range entries {
		level = max(level, word.Entry(entries[i].Load()).Freed())
	}
	return level
}
