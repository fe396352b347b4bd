// Package word is the protocol of references: pure transitions on one 64-bit
// word. Package rcpool loads the word of a slot, asks a transition for the next
// word, and compares-and-swaps it in. The package's test enumerates every
// interleaving of these steps. (A goroutine that has taken a slot from its pool
// may store the word if the slot is to be checked or retired: nobody else has a
// live reference.)
//
// The word, from the most significant bit down:
//
//	suspect | generation | identities | issued | extra | checked
//
//	suspect     a reference to the slot was misused. It is the highest bit, so
//	            that Get finds such a word by the same comparison that finds a
//	            lease that is due to be checked.
//	generation  which lease of the slot this is. It moves on when a lease
//	            ends, and never comes back: with its last value but one the
//	            slot is retired, so that (slot, generation) is unique forever,
//	            at any width.
//	identities  a bit for each live reference that has an identity. Bit 0 is
//	            the reference that Get returns.
//	issued      the highest identity issued in this lease. An identity is never
//	            issued twice in a lease: a reference that was released cannot
//	            come alive again.
//	extra       how many live references there are beyond the identities. A
//	            table of entries knows which ones: see Entry.
//	checked     the lease has a record.
//
// A lease that has one of the two flags ends in retirement.
//
// The word of an idle slot and the word of the same slot freshly leased are
// the same word (identity 0 is live in both): Get stores nothing, and the
// last release of a lease that was never shared is one compare-and-swap from
// that word to the first word of the next generation.
package word

// A Word is the state of a slot.
type Word uint64

// A Tag is what a reference remembers: the generation of its lease, and which
// of the lease's references it is. The tag of an identity is the generation and
// the bit of that identity, so that the tag that Get returns equals the word of
// the unshared lease. The tag of a counted reference is issued by an Entry;
// references that cannot be counted are all Uncounted.
type Tag uint64

const (
	// Checked is the flag of a lease that has a record.
	Checked Word = 1
	// Suspect is the flag of a slot that was misused. A word with this flag is
	// greater than every word without it.
	Suspect Word = 1 << 63

	flagMask = Suspect | Checked

	extraShift      = 1
	issuedShift     = extraShift + extraBits
	identityShift   = issuedShift + issuedBits
	generationShift = identityShift + identityBits

	extraOne     Word = 1 << extraShift
	extraMask    Word = (1<<extraBits - 1) << extraShift
	issuedOne    Word = 1 << issuedShift
	issuedMask   Word = (1<<issuedBits - 1) << issuedShift
	identityOne  Word = 1 << identityShift
	identityMask Word = (1<<identityBits - 1) << identityShift

	// GenerationOne is the distance from one generation to the next.
	GenerationOne Word = 1 << generationShift

	generationMask Word = (1<<generationBits - 1) << generationShift
)

const (
	// First is the word of a fresh slot: generation 0, identity 0 live.
	First = identityOne

	// lastGeneration is the last generation that can be leased. A tag of it is
	// not less than lastGeneration; a tag of an earlier one is.
	lastGeneration = generationMask - GenerationOne

	// RetiredWord is the word of a slot that will never be leased again. Its
	// generation is never leased, so no reference can match it.
	RetiredWord = generationMask

	// MaxReferences is how many live references a lease can have.
	MaxReferences = identityBits + 1<<extraBits - 1

	// LastGeneration is the number of the last generation that can be leased.
	LastGeneration = uint64(lastGeneration >> generationShift)
)

// An Outcome is the result of a release.
type Outcome uint8

const (
	Refused  Outcome = iota // the reference was not live: nothing changed
	Released                // other references remain
	Ended                   // it was the last: the caller owns the slot, resets it and puts it back
	Retired                 // it was the last: the caller owns the slot, and leaves it to the garbage collector
)

// FirstOf returns the lower bound of the words of generation n: all of them are
// greater, and those of earlier generations without a flag are less.
func FirstOf(n uint64) Word { return Word(n) << generationShift }

// Generation returns the number of w's lease, counted from 0.
func (w Word) Generation() uint64 { return uint64(w &^ Suspect >> generationShift) }

// Lease returns the tag of the reference that Get returns for a slot with word
// w.
func (w Word) Lease() Tag { return Tag(w &^ flagMask) }

// Next returns the word of the slot when it is idle after the lease of w.
func (w Word) Next() Word { return w&generationMask + GenerationOne + identityOne }

// Extra returns how many live references of w's lease are counted.
func (w Word) Extra() int { return int(w & extraMask >> extraShift) }

// UsedUp reports whether all identities of w's lease were issued. Only then has
// the lease had counted references.
func (w Word) UsedUp() bool { return w&issuedMask == (identityBits-1)*issuedOne }

// HasIdentity reports whether t is a live identity of w's lease. It is the test
// that Value makes: the shortest one for references that are not counted.
func (w Word) HasIdentity(t Tag) bool { return w&(generationMask|Word(t)) == Word(t) }

// Holds reports whether t is a live reference of w's lease. Of counted
// references w knows only how many there are: t is live if its Entry says so
// too.
func (w Word) Holds(t Tag) bool {
	return w.HasIdentity(t) || t.Counted() && w&extraMask != 0 || t == Uncounted && w.endless()
}

// shared reports whether w has more than one live reference.
func (w Word) shared() bool {
	live := w & (identityMask | extraMask)
	return live&identityMask&(live-identityOne) != 0 || live&extraMask != 0 && live != extraOne
}

// Share is Retain in the common case, and short enough to be inlined: the lease
// has no flag, t is an identity, and so is u. In any other case ok is false.
func (w Word) Share(t Tag) (next Word, u Tag, ok bool) {
	if !w.hasUnflagged(t) || w.UsedUp() {
		return w, 0, false
	}
	next, u = w.issueIdentity()
	return next, u, true
}

// hasUnflagged is HasIdentity, and also reports false if w has a flag.
// An identity's tag has none, so that is one comparison.
func (w Word) hasUnflagged(t Tag) bool {
	return w&(generationMask|flagMask|Word(t)) == Word(t)
}

// issueIdentity issues the next identity, if not all are.
func (w Word) issueIdentity() (next Word, u Tag) {
	next = w + issuedOne
	identity := identityOne << (next & issuedMask >> issuedShift)
	return next | identity, Tag(next&generationMask | identity)
}

// Unshare is Release in the common case, and short enough to be inlined: t is an
// identity, the lease has more of them to issue, and does not end in retirement
// by this release. The outcome is Ended or Released. In any other case it is
// Refused.
func (w Word) Unshare(t Tag) (next Word, outcome Outcome) {
	if !w.hasUnflagged(t) || w.UsedUp() {
		return w, Refused
	}
	next = w &^ (Word(t) & identityMask)
	if next&(identityMask|extraMask) != 0 {
		return next, Released
	}
	if w >= lastGeneration {
		return w, Refused
	}
	return w.Next(), Ended
}

// Retain issues another reference of t's lease. It is refused (ok is false) if
// t is not live; if the word is full, u is zero. If u is counted, an Entry has
// yet to issue its tag.
func (w Word) Retain(t Tag) (next Word, u Tag, ok bool) {
	switch {
	case !w.Holds(t):
		return w, 0, false
	case !w.UsedUp():
		next, u = w.issueIdentity()
		return next, u, true
	case w.endless():
		return w, Uncounted, true
	case w&extraMask == extraMask:
		return w, 0, true
	default:
		return w + extraOne, countedTag, true
	}
}

// Release gives up the reference t. If t is counted, its Entry was released
// before.
func (w Word) Release(t Tag) (next Word, outcome Outcome) {
	switch {
	case w.HasIdentity(t):
		return w.become(w &^ (Word(t) & identityMask))
	case !w.Holds(t):
		return w, Refused
	default:
		return w.Uncount(1)
	}
}

// Uncount gives up n counts of w's lease. Each belonged to an Entry that the
// caller has freed.
func (w Word) Uncount(n int) (next Word, outcome Outcome) {
	if w.endless() {
		return w, Released
	}
	return w.become(w - Word(n)*extraOne)
}

// become returns what becomes of w when fewer references are live, as in next.
func (w Word) become(next Word) (Word, Outcome) {
	switch {
	case next&(identityMask|extraMask) != 0:
		return next, Released
	case w.EndsRetired():
		return RetiredWord, Retired
	default:
		return w.Next(), Ended
	}
}

// Parks reports whether the count of a counted reference may stay in w when the
// reference is released, or be taken over by another one: see Entry. An identity
// is live, and the lease does not end in retirement.
func (w Word) Parks() bool {
	return w&identityMask != 0 && w&extraMask != 0 && !w.EndsRetired()
}

// Sweeps reports whether the release of t, which has changed w, is followed by a
// sweep: t was the last identity, and other references are counted.
func (w Word) Sweeps(t Tag) bool {
	return w.HasIdentity(t) && w&identityMask == Word(t)&identityMask && w&extraMask != 0
}

// SameLease reports whether v and w are words of the same lease.
func (w Word) SameLease(v Word) bool { return (w^v)&generationMask == 0 }

// EndsRetired reports whether w's lease ends in retirement: it has a flag, or
// it is the slot's last.
func (w Word) EndsRetired() bool { return w&flagMask != 0 || w >= lastGeneration }

// Detach ends the lease for good, if t is its only reference. If t is counted,
// its Entry was reserved between the load of w and the swap.
func (w Word) Detach(t Tag) (next Word, ok bool) {
	if !w.Holds(t) || w.shared() {
		return w, false
	}
	return RetiredWord, true
}

// MarkSuspect marks a slot that was misused: its lease, or the next one if it
// is idle, ends in retirement.
func (w Word) MarkSuspect() Word {
	if w == RetiredWord {
		return w
	}
	return w | Suspect
}

// Endless marks the slot, too, and its lease so that no release ends it: the
// object is never reset, and left to the garbage collector with its references.
// That is for a lease whose references can no longer be counted. Its count is
// full, and stays so; further references beyond the identities are Uncounted.
func (w Word) Endless() Word { return w | Suspect | extraMask }

func (w Word) endless() bool { return w&(Suspect|extraMask) == Suspect|extraMask }

// Unshared reports whether the release of t may be tried as one
// compare-and-swap from Word(t) to Word(t)+GenerationOne. The swap fails by
// itself if the lease has a flag, is or was shared, or is over, or if t is not
// identity 0: only the last generation needs a test, which counted references
// do not pass either.
func (t Tag) Unshared() bool { return t < Tag(lastGeneration) }
