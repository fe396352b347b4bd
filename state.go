package rcpool

// This file is the whole protocol: pure transitions on one 64-bit word. The
// methods of Ref and Pool only load the word, ask a transition for the next
// one, and compare-and-swap it in. state_test.go enumerates every interleaving
// of those steps. (Whoever has taken a slot from its pool may store the word of
// a slot that is to be checked or retired: nobody else has a live reference.)
//
// The word, from the most significant bit down:
//
//	suspect | generation | identities | issued | extra | checked
//
//	suspect     somebody misused a reference to the slot. It is the highest
//	            bit, so that Get finds such a word by the same comparison that
//	            finds a lease that is due to be checked.
//	generation  which lease of the slot this is. It moves on when a lease
//	            ends, and never comes back: with its last value but one the
//	            slot is retired, so that (slot, generation) is unique for
//	            ever at any width.
//	identities  a bit for each live reference that has an identity. Bit 0 is
//	            the reference that Get hands out.
//	issued      the highest identity issued in this lease. Identities are
//	            never issued twice in a lease: a reference that was released
//	            can not come alive again.
//	extra       live references beyond the identities, which are only counted.
//	checked     the lease has a side record.
//
// A lease that has one of the two flags ends in retirement.
//
// The word of an idle slot and the word of the same slot freshly leased are
// the same word (identity 0 is live in both): Get stores nothing, and the
// last release of a lease that nobody shared is one compare-and-swap from that
// word to the first word of the next generation.
type word uint64

// A tag is what a Ref remembers: the generation of its lease, and who it is
// among the lease's references. The tag of an identity is the generation and
// the bit of that identity, so that the tag Get hands out equals the word of
// the unshared lease. The tag of a counted reference has no identity bit; its
// issued field is all ones, which no word has, so that it never equals a word,
// and its lowest bits are a serial number, which makes it a Ref of its own.
type tag uint64

const (
	checkedFlag word = 1
	suspectFlag word = 1 << 63
	flagMask         = suspectFlag | checkedFlag

	extraShift      = 1
	issuedShift     = extraShift + extraBits
	identityShift   = issuedShift + issuedBits
	generationShift = identityShift + identityBits

	extraOne      word = 1 << extraShift
	extraMask     word = (1<<extraBits - 1) << extraShift
	issuedOne     word = 1 << issuedShift
	issuedMask    word = (1<<issuedBits - 1) << issuedShift
	identityOne   word = 1 << identityShift
	identityMask  word = (1<<identityBits - 1) << identityShift
	generationOne word = 1 << generationShift

	generationMask word = (1<<generationBits - 1) << generationShift

	serialMask = tag(extraMask | checkedFlag)
)

const (
	// firstWord is the word of a fresh slot: generation 0, identity 0 live.
	firstWord = identityOne

	// lastGeneration is the last one that can be leased; tags of it and above
	// are not less than lastGeneration.
	lastGeneration = generationMask - generationOne

	// retiredWord is the word of a slot that will never be leased again. Its
	// generation is never leased, so no reference can match it.
	retiredWord = generationMask

	maxReferences = identityBits + 1<<extraBits - 1
)

// An outcome says what a release did.
type outcome uint8

const (
	refused  outcome = iota // the reference was not live: nothing changed
	released                // other references remain
	ended                   // it was the last: the slot is the caller's, to reset and put back
	retired                 // it was the last: the slot is the caller's, to leave to the GC
)

// lease is the tag of the reference that Get hands out for a slot with word w.
func (w word) lease() tag { return tag(w &^ flagMask) }

// over is what line.ended says when the lease that w is in has ended.
func (w word) over() word { return w&generationMask + generationOne }

// counted says that t is one of the references beyond the identities.
func (t tag) counted() bool { return word(t)&identityMask == 0 }

// holds says that t is a live reference of the lease that w is in. Of counted
// references w knows only how many there are.
func (w word) holds(t tag) bool {
	if (w^word(t))&generationMask != 0 {
		return false
	}
	if t.counted() {
		return w&extraMask != 0
	}
	return w&word(t)&identityMask != 0
}

// shared says that w has more than one live reference.
func (w word) shared() bool {
	live := w & (identityMask | extraMask)
	return live&identityMask&(live-identityOne) != 0 || live&extraMask != 0 && live != extraOne
}

// retain issues another reference of t's lease. It is refused (ok is false) if
// t is not live; if the word is full, u is zero. serial tells counted
// references apart.
func (w word) retain(t tag, serial uint32) (next word, u tag, ok bool) {
	switch {
	case !w.holds(t):
		return w, 0, false
	case w&issuedMask < (identityBits-1)*issuedOne:
		next = w + issuedOne
		identity := identityOne << (next & issuedMask >> issuedShift)
		return next | identity, tag(next&generationMask | identity), true
	case w&extraMask == extraMask:
		return w, 0, true
	default:
		return w + extraOne, tag(w&generationMask|issuedMask) | tag(serial)&serialMask, true
	}
}

// release gives up the reference t.
func (w word) release(t tag) (next word, what outcome) {
	if !w.holds(t) {
		return w, refused
	}
	if t.counted() {
		next = w - extraOne
	} else {
		next = w &^ (word(t) & identityMask)
	}
	switch {
	case next&(identityMask|extraMask) != 0:
		return next, released
	case w&flagMask != 0 || w >= lastGeneration:
		return retiredWord, retired
	default:
		return w.over() + identityOne, ended
	}
}

// detach ends the lease for good, if t is its only reference.
func (w word) detach(t tag) (next word, ok bool) {
	if !w.holds(t) || w.shared() {
		return w, false
	}
	return retiredWord, true
}

// suspect marks a slot that was misused: its lease, or the next one if it is
// idle, ends in retirement.
func (w word) suspect() word {
	if w == retiredWord {
		return w
	}
	return w | suspectFlag
}

// unshared says that the release of t may be tried as one compare-and-swap
// from word(t) to word(t)+generationOne. The swap fails by itself if the lease
// has a flag, is or was shared, or is over, or if t is not identity 0: only
// the last generation needs a test.
func (t tag) unshared() bool { return t < tag(lastGeneration) }
