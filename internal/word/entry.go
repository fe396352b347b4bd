package word

import "math/bits"

// An Entry identifies counted references, one after the other. The entries of a
// slot are in a table, which outlasts the leases of the slot.
//
// An entry is free, live, parked or reserved, and has an epoch: how many
// references it has identified. The tag of a counted reference is the index of
// its entry and the epoch: the reference is live while the entry is live in that
// epoch. An epoch never comes back, because an entry whose last epoch is over
// stays free.
// So no two references of a slot have the same tag, in whichever lease, and the
// tag needs no generation. (A slot is retired when one of its entries has used
// half of its epochs. The other half is for the lease that goes on.)
//
// The count in the word decides when the lease ends. A reference is counted
// before its entry is issued, and its entry is released before it is uncounted,
// so that at every moment
//
//	live, parked and reserved entries <= counted references
//
// Three things follow. When the count is zero, as it is when a lease ends, no
// counted reference is live. Of the releases of one reference, exactly one finds
// the entry live, and the reference is still counted then: the rest of that
// release cannot fail. And a table with twice as many entries as the word can
// count always has a free one.
//
// Detach takes the object from its only owner with one swap of the word. While
// it tries, the entry is reserved, so that no release comes between. If it
// fails, because another reference was made at the last moment, the entry
// becomes live again.
//
// # Parked entries
//
// If all processors retain and release one object all the time, they had better
// not all write to its word. So the release of a counted reference may park the
// entry instead: the entry is not live any more, but keeps its count in the word.
// A retain takes over a parked entry, with its count, by one swap: the entry is
// live in its next epoch. The word is only read.
//
// The swap that makes a parked entry free gives the count to the goroutine that
// did it, which has to uncount it as any other. Since a parked entry is counted,
// its lease does not end: a goroutine that finds an entry parked, then looks at the
// word, and then swaps the entry, knows that the word it saw was of that lease.
//
// If entries stayed parked when all references are released, the lease would not
// end. So they are parked only while an identity is live, and
//
//   - who has parked an entry looks at the word again. If no identity is live, it
//     tries to free the entry, and uncounts it.
//   - who has released the last identity sweeps: it tries to free each parked entry,
//     and uncounts those.
//
// An identity that is released does not come back in its lease. So either the
// release of the last one comes before that second look, which sees it, or the
// sweep comes after the entry was parked, and sees that. If both do, one of them
// frees the entry, unless a retain has taken it over. A reference that has is
// released in the same way: sooner or later without being parked.
//
// A sweep may come late, when the lease is over, and another one has parked
// entries. That would be harmless to the count, but an only owner would find that
// its reference is not the only one. So the sweep ends with its lease: before it
// frees an entry it looks at the word.
//
// Parked entries do not count as references when an only owner detaches, or when
// the word is full: these sweep, and then look again.
type Entry uint64

// The bits of an entry: whether it is live, the epoch, and whether it is parked or
// reserved. A tag has the first two in the same places, and the index in the
// lowest bits. Its issued field is all ones, which no word has, so that no word
// equals the tag, or takes it for an identity. Its highest bit tells at once
// that the tag is counted.
//
//	entry: live | epoch | 0 (issued) | parked | reserved
//	tag:      1 | epoch | all ones   | index
const (
	live     Entry = 1 << 63
	parked   Entry = 2
	reserved Entry = 1

	indexBits  = extraBits + 1
	epochShift = issuedShift + issuedBits

	epochOne  Entry = 1 << epochShift
	epochMask Entry = (1<<epochBits - 1) << epochShift

	indexMask = Tag(1<<indexBits - 1)

	// countedTag is the tag of a counted reference before an entry has issued its
	// own. No entry takes it for live: the first epoch is 1.
	countedTag = Tag(live) | Tag(issuedMask)
)

const (
	// Uncounted is the tag of the references to an endless lease that are beyond
	// both the identities and the count. They are not told apart: they are live as
	// long as the lease is, which is forever. Its issued field, too, is all ones,
	// but it is not counted.
	Uncounted = Tag(issuedMask)

	// Entries is how many entries a table can have: twice as many as there can be
	// counted references.
	Entries = 1 << indexBits

	// LastEpoch is a free entry that has no epoch left.
	LastEpoch = epochMask
)

// Counted reports whether t was issued by an Entry.
func (t Tag) Counted() bool { return Entry(t)&live != 0 }

// Index returns the index of the entry that has issued the counted tag t.
func (t Tag) Index() int { return int(t & indexMask) }

// Place returns a small number that no other live reference of t's lease has,
// unless t is Uncounted.
func (t Tag) Place() int {
	if t.Counted() {
		return identityBits + t.Index()
	}
	return bits.TrailingZeros64(uint64(Word(t) & identityMask >> identityShift))
}

// Live returns the entry of the counted tag t while t is live.
func (t Tag) Live() Entry { return t.Free() | live }

// Free returns the entry of the counted tag t after the release of t.
func (t Tag) Free() Entry { return Entry(t) & epochMask }

// Reserved returns the entry of the counted tag t while a Detach of t is tried.
func (t Tag) Reserved() Entry { return t.Free() | reserved }

// Parked returns the entry of the counted tag t after the release of t, if the
// entry keeps the count.
func (t Tag) Parked() Entry { return t.Free() | parked }

// Worn reports whether the counted tag t is in the second half of its entry's
// epochs.
func (t Tag) Worn() bool { return t.Free() > LastEpoch/2 }

// Freed returns e as it is when it is free. Of two such entries, the one with
// the later epoch is greater.
func (e Entry) Freed() Entry { return e & epochMask }

// Parked reports whether e is parked.
func (e Entry) Parked() bool { return e == e.Freed()|parked }

// TakeOver issues the tag of a reference that takes over the count of e, unless e
// is not parked, or has no epoch left. index is the index of e in its table.
func (e Entry) TakeOver(index int) (next Entry, t Tag, ok bool) {
	if !e.Parked() {
		return e, 0, false
	}
	return e.Freed().Issue(index)
}

// Issue issues the tag of a counted reference, unless e is not free, or has no
// epoch left. index is the index of e in its table.
func (e Entry) Issue(index int) (next Entry, t Tag, ok bool) {
	if e != e.Freed() || e == LastEpoch {
		return e, 0, false
	}
	next = e + epochOne | live
	return next, Tag(next) | Tag(issuedMask) | Tag(index), true
}
