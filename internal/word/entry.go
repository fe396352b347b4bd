package word

import "math/bits"

// An Entry identifies counted references, one after the other. The entries of a
// slot are in a table, which outlasts the leases of the slot.
//
// An entry is free, live or reserved, and has an epoch: how many references it
// has identified. The tag of a counted reference is the index of its entry and
// the epoch: the reference is live while the entry is live in that epoch. An
// epoch never comes back, because an entry whose last epoch is over stays free.
// So no two references of a slot have the same tag, in whichever lease, and the
// tag needs no generation. (A slot is retired when one of its entries has used
// half of its epochs. The other half is for the lease that goes on.)
//
// The count in the word decides when the lease ends. A reference is counted
// before its entry is issued, and its entry is released before it is uncounted,
// so that at every moment
//
//	live and reserved entries <= counted references
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
type Entry uint64

// The bits of an entry: whether it is live, the epoch, and whether it is
// reserved. A tag has the first two in the same places, and the index in the
// lowest bits. Its issued field is all ones, which no word has, so that no word
// equals the tag, or takes it for an identity. Its highest bit tells at once
// that the tag is counted.
//
//	entry: live | epoch | 0 (issued) | reserved
//	tag:      1 | epoch | all ones   | index
const (
	live     Entry = 1 << 63
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

// Worn reports whether the counted tag t is in the second half of its entry's
// epochs.
func (t Tag) Worn() bool { return t.Free() > LastEpoch/2 }

// Freed returns e as it is when it is free. Of two such entries, the one with
// the later epoch is greater.
func (e Entry) Freed() Entry { return e & epochMask }

// Issue issues the tag of a counted reference, unless e is not free, or has no
// epoch left. index is the index of e in its table.
func (e Entry) Issue(index int) (next Entry, t Tag, ok bool) {
	if e&(live|reserved) != 0 || e == LastEpoch {
		return e, 0, false
	}
	next = e + epochOne | live
	return next, Tag(next) | Tag(issuedMask) | Tag(index), true
}
