package word

import (
	"fmt"
	"hash/maphash"
	"maps"
	"math/bits"
	"slices"
	"testing"
)

// The tests of this file explore everything that goroutines can do to a slot.
//
// The model is one slot and threads that do whatever they like with any
// reference that was ever handed out, live or stale: lease the slot when it is
// idle, retain, release, detach. (More slots add nothing: no step touches
// two.) Each atomic step of an operation, as Pool and Ref make them, may come
// between any two steps of the others. Value needs no thread: in every world,
// every reference is held against the word.
//
// Which references are live is known from the model's own list, which records
// what the protocol answered, and against which every further answer is held.

// TestProtocol_EveryInterleaving explores up to 4 goroutines with up to 4
// operations each, both from a fresh slot and from one whose generations are
// nearly used up.
func TestProtocol_EveryInterleaving(t *testing.T) {
	t.Parallel()
	start := []Word{0, (lastGeneration - GenerationOne) >> generationShift}
	for _, size := range []struct{ threads, ops int }{{2, 4}, {3, 2}} {
		for _, generation := range start {
			c := theProtocol.ofSize(size.threads, size.ops).explore(generation, size.threads, size.ops, everyStep)
			c.report(t, "%d goroutines, %d operations, every step, from generation %d", size.threads, size.ops, generation)
		}
	}
	for threads := 1; threads <= 4; threads++ {
		for ops := 1; ops <= 4; ops++ {
			for _, generation := range start {
				c := theProtocol.ofSize(threads, ops).explore(generation, threads, ops, reduced)
				c.report(t, "%d goroutines, %d operations, reduced, from generation %d", threads, ops, generation)
			}
		}
	}
}

// ofSize returns p without parked entries if there would be too many worlds with
// them. TestProtocol_ParkedEntries begins where they are.
func (p protocol) ofSize(threads, ops int) protocol {
	if threads*ops > 6 || p.reportOnly && threads > 2 {
		p.places = 0
	}
	return p
}

// TestProtocol_ParkedEntries explores what can be done to a lease that has parked
// entries, or may have them soon, and to the lease that follows.
func TestProtocol_ParkedEntries(t *testing.T) {
	t.Parallel()
	for _, b := range amidLeases {
		c := theProtocol.exploreFrom(b.world(), everyStep, b.ops...)
		c.report(t, "%s, operations: %v", b.name, b.ops)
	}
}

// amidLeases are beginnings of explorations, with how many operations each
// goroutine begins.
var amidLeases = []struct {
	name  string
	world func() *world
	ops   []int
}{
	{"a counted reference", func() *world { return leased(0, 0, 1) }, []int{2, 2}},
	{"a parked entry", func() *world { return leased(1, 1, 0) }, []int{2, 2}},
	{"a counted one, and one parked", func() *world { return leased(0, 1, 1) }, []int{2, 2}},
	{"two parked entries", func() *world { return leased(1, 2, 0) }, []int{1, 1, 1}},
	{"two parked entries, and all references or five", func() *world { return leased(1, 2, min(int(extraMask/extraOne), 5)-2) }, []int{1, 2}},
	{"the sweep of an earlier lease", func() *world {
		late := leased(1, 1, 0)
		late.threads = []thread{{at: sweeping}}
		return late
	}, []int{1, 2}},
	{"one reference", func() *world { return leased(0, 0, 0) }, []int{1, 5}}, // enough for the lease to come
}

// The common cases answer as Retain and Release do, of every word and tag whose
// fields are at an edge.
func TestProtocol_CommonCases(t *testing.T) {
	edges := func(bits int) []Word {
		last := Word(1)<<bits - 1
		all := []Word{0, 1, 2, last / 2, last - 1, last}
		for i := range bits {
			all = append(all, 1<<i)
		}
		return all
	}
	shared, unshared := 0, 0
	for _, generation := range []Word{0, 1, generationMask>>generationShift - 2, lastGeneration >> generationShift, generationMask >> generationShift} {
		var tags []Tag
		for _, identities := range edges(identityBits) {
			tags = append(tags, Tag(generation<<generationShift|identities<<identityShift), Tag((generation^1)<<generationShift|identities<<identityShift))
		}
		tags = append(tags, 0, countedTag, Uncounted)
		for _, identities := range edges(identityBits) {
			for _, issued := range []Word{0, 1, identityBits - 2, identityBits - 1} {
				for _, extra := range edges(extraBits) {
					for _, flags := range []Word{0, Checked, Suspect, flagMask} {
						w := generation<<generationShift | identities<<identityShift | issued<<issuedShift | extra<<extraShift | flags
						for _, tag := range tags {
							if next, u, ok := w.Share(tag); ok {
								shared++
								if wantNext, wantU, wantOK := w.Retain(tag); next != wantNext || u != wantU || !wantOK {
									t.Fatalf("of %x and %x Share makes %x and %x, and Retain %x, %x, %v", w, tag, next, u, wantNext, wantU, wantOK)
								}
							}
							if next, outcome := w.Unshare(tag); outcome != Refused {
								unshared++
								if wantNext, want := w.Release(tag); next != wantNext || outcome != want {
									t.Fatalf("of %x and %x Unshare makes %x, %v, and Release %x, %v", w, tag, next, outcome, wantNext, want)
								}
							}
						}
					}
				}
			}
		}
	}
	if shared == 0 || unshared == 0 {
		t.Errorf("the cases are not common: %d, %d", shared, unshared)
	}
}

// While misuses are only reported, two operations go on after a misuse: a retain
// beyond the limit, and a detach of a shared object.
func TestProtocol_ReportOnly(t *testing.T) {
	t.Parallel()
	reporting := theProtocol
	reporting.reportOnly = true
	for _, generation := range []Word{0, (lastGeneration - GenerationOne) >> generationShift} {
		for _, size := range []struct{ threads, ops int }{{2, 3}, {2, 4}, {3, 2}} {
			c := reporting.ofSize(size.threads, size.ops).explore(generation, size.threads, size.ops, everyStep)
			c.report(t, "%d goroutines, %d operations, every step, from generation %d", size.threads, size.ops, generation)
		}
		for threads := 1; threads <= 2; threads++ {
			ops := 7 - threads
			c := reporting.ofSize(threads, ops).explore(generation, threads, ops, reduced)
			c.report(t, "%d goroutines, %d operations, reduced, from generation %d", threads, ops, generation)
		}
	}
}

// TestProtocol_ReductionLosesNothing shows for small sizes what the comment at
// reduced argues for all: both ways come to the same worlds.
func TestProtocol_ReductionLosesNothing(t *testing.T) {
	t.Parallel()
	sizes := []struct{ threads, ops int }{{2, 2}, {2, 3}, {3, 2}, {2, 4}}
	for _, reportOnly := range []bool{false, true} {
		p := theProtocol
		p.reportOnly = reportOnly
		p.places = 1
		if reportOnly {
			p.places = 0      // see reduced
			sizes = sizes[:3] // see reduced
		}
		for _, size := range sizes {
			every := p.explore(0, size.threads, size.ops, everyStep)
			fewer := p.explore(0, size.threads, size.ops, reduced)
			for w := range every.atRest {
				if _, ok := fewer.atRest[w]; !ok {
					t.Fatalf("%v: the reduction misses %d of %d worlds", size, len(every.atRest)-len(fewer.atRest), len(every.atRest))
				}
			}
			if len(every.atRest) != len(fewer.atRest) || len(every.seen) <= len(fewer.seen) {
				t.Fatalf("%v: %d worlds at rest of %d, reduced %d of %d",
					size, len(every.atRest), len(every.seen), len(fewer.atRest), len(fewer.seen))
			}
		}
	}
}

// TestProtocol_MutationsAreCaught breaks one transition at a time: an
// exploration that finds nothing wrong with a broken protocol proves nothing.
func TestProtocol_MutationsAreCaught(t *testing.T) {
	t.Parallel()
	mutations := map[string]func(*protocol){
		"release ignores the generation": func(p *protocol) {
			p.release = func(w Word, t Tag) (Word, Outcome) {
				return w.Release(t&^Tag(generationMask) | Tag(w&generationMask))
			}
		},
		"release of a shared reference leaves its bit": func(p *protocol) {
			p.release = func(w Word, t Tag) (Word, Outcome) {
				next, what := w.Release(t)
				if what == Released && !t.Counted() {
					next |= Word(t) & identityMask
				}
				return next, what
			}
		},
		"the last release stays in its generation": func(p *protocol) {
			p.release = func(w Word, t Tag) (Word, Outcome) {
				next, what := w.Release(t)
				if what == Ended {
					next -= GenerationOne
				}
				return next, what
			}
		},
		"the last generation wraps instead of retiring": func(p *protocol) {
			p.release = func(w Word, t Tag) (Word, Outcome) {
				next, what := w.Release(t)
				if what == Retired && w&flagMask == 0 {
					return lastGeneration - GenerationOne | identityOne, Ended
				}
				return next, what
			}
		},
		"the short cut does not look at the generation": func(p *protocol) {
			p.unshared = func(Tag) bool { return true }
		},
		"retain gives out the caller's own identity": func(p *protocol) {
			p.retain = func(w Word, t Tag) (Word, Tag, bool) {
				next, u, ok := w.Retain(t)
				if ok && !u.Counted() {
					return w, t, ok
				}
				return next, u, ok
			}
		},
		"retain gives out an identity again": func(p *protocol) {
			p.retain = func(w Word, t Tag) (Word, Tag, bool) {
				next, u, ok := w.Retain(t)
				free := identityOne << bits.TrailingZeros64(uint64(^w&identityMask)>>identityShift)
				if ok && free&identityMask != 0 {
					return w | free | next&issuedMask, Tag(w&generationMask | free), ok
				}
				return next, u, ok
			}
		},
		"retain revives a reference that was given up": func(p *protocol) {
			p.retain = func(w Word, t Tag) (Word, Tag, bool) {
				if (w^Word(t))&generationMask == 0 {
					w |= Word(t) & identityMask
				}
				return w.Retain(t)
			}
		},
		"detach does not look for other owners": func(p *protocol) {
			p.detach = func(w Word, t Tag) (Word, bool) {
				if !w.Holds(t) {
					return w, false
				}
				return RetiredWord, true
			}
		},
		"an endless lease ends": func(p *protocol) {
			p.endless = Word.MarkSuspect
		},
		"marking a suspect ends its lease": func(p *protocol) {
			p.suspect = func(w Word) Word { return w + GenerationOne }
		},
	}
	ofEntries := map[string]func(*protocol){
		"release leaves its entry live": func(p *protocol) { p.free = Tag.Live },
		"an entry issues two references in one epoch": func(p *protocol) {
			p.issue = func(e Entry, index int) (Entry, Tag, bool) {
				next, u, ok := e.Issue(index)
				return next - epochOne, u - Tag(epochOne), ok
			}
		},
		"a live entry issues another reference": func(p *protocol) {
			p.issue = func(e Entry, index int) (Entry, Tag, bool) { return e.Freed().Issue(index) }
		},
		"retain does not ask whether its entry is live": func(p *protocol) {
			p.holds = func(Entry, Tag) bool { return true }
		},
		"detach does not reserve its entry": func(p *protocol) { p.reserved = Tag.Live },
		"an endless lease counts its releases": func(p *protocol) {
			p.release = func(w Word, t Tag) (Word, Outcome) {
				next, what := w.Release(t)
				if t.Counted() && w.endless() {
					next -= extraOne
				}
				return next, what
			}
		},
		"an endless lease issues entries": func(p *protocol) {
			p.retain = func(w Word, t Tag) (Word, Tag, bool) {
				next, u, ok := w.Retain(t)
				if u == Uncounted {
					u = countedTag
				}
				return next, u, ok
			}
		},
	}
	ofParked := map[string]func(*protocol){
		"a parked entry is live":         func(p *protocol) { p.holds = func(e Entry, t Tag) bool { return e == t.Live() || e == t.Parked() } },
		"nothing is asked after parking": func(p *protocol) { p.asksNotAgain = true },
		"entries are parked while no identity is live": func(p *protocol) {
			p.parks = func(w Word) bool { return w&extraMask != 0 }
		},
		"the last identity's release does not sweep": func(p *protocol) {
			p.sweeps = func(Word, Tag) bool { return false }
		},
		"the sweep comes before the last identity's release": func(p *protocol) { p.sweepsTooEarly = true },
		"the sweep does not look at the lease": func(p *protocol) {
			p.sameLease = func(Word, Word) bool { return true }
		},
		"the sweep frees what was taken over": func(p *protocol) { p.sweepsBlindly = true },
		"what was swept is not uncounted": func(p *protocol) {
			p.uncount = func(w Word, _ int) (Word, Outcome) { return w, Released }
		},
		"of what was swept one is uncounted": func(p *protocol) {
			p.uncount = func(w Word, _ int) (Word, Outcome) { return w.Uncount(1) }
		},
		"what was taken over is taken back":                       func(p *protocol) { p.takesBlindly = true },
		"a stale reference takes over":                            func(p *protocol) { p.asksNot = true },
		"retain asks for its reference before it loads the entry": func(p *protocol) { p.asksTooEarly = true },
		"an entry that was taken over keeps its epoch": func(p *protocol) {
			p.takeOver = func(e Entry, i int) (Entry, Tag, bool) {
				next, u, ok := e.TakeOver(i)
				return next - epochOne, u - Tag(epochOne), ok
			}
		},
		"a parked entry is issued as if it were free": func(p *protocol) {
			p.issue = func(e Entry, i int) (Entry, Tag, bool) {
				if e.Parked() {
					e = e.Freed()
				}
				return e.Issue(i)
			}
		},
		"detach takes a parked entry for an owner": func(p *protocol) { p.detachesUnswept = true },
		"parked entries count for the limit":       func(p *protocol) { p.refusesUnswept = true },
	}
	if identityBits < 4 { // or else there are not enough operations to come to counted references
		maps.Copy(mutations, ofEntries)
	} else {
		clear(ofParked)
	}
	for name, mutate := range mutations {
		for _, how := range []exploration{everyStep, reduced} {
			if how == reduced && name == "detach does not reserve its entry" {
				continue // there it needs not: see reduced
			}
			broken := theProtocol
			mutate(&broken)
			found := false
			for _, broken.reportOnly = range []bool{false, true} {
				for _, generation := range []Word{0, (lastGeneration - GenerationOne) >> generationShift} {
					found = found || broken.explore(generation, 2, 4, how).failure != ""
				}
			}
			if !found {
				t.Errorf("%s: not noticed (reduced: %v)", name, how)
			}
		}
	}
	for name, mutate := range ofParked {
		broken := theProtocol
		mutate(&broken)
		found := false
		for _, b := range amidLeases {
			found = found || broken.exploreFrom(b.world(), everyStep, b.ops...).failure != ""
		}
		if !found {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// A protocol is the transitions under test.
type protocol struct {
	release  func(Word, Tag) (Word, Outcome)
	retain   func(Word, Tag) (Word, Tag, bool)
	detach   func(Word, Tag) (Word, bool)
	suspect  func(Word) Word
	endless  func(Word) Word
	unshared func(Tag) bool

	issue    func(Entry, int) (Entry, Tag, bool)
	holds    func(Entry, Tag) bool
	free     func(Tag) Entry
	reserved func(Tag) Entry

	parks     func(Word) bool
	takeOver  func(Entry, int) (Entry, Tag, bool)
	sweeps    func(Word, Tag) bool
	sameLease func(Word, Word) bool
	uncount   func(Word, int) (Word, Outcome)

	// These are not of the protocol: mistakes in its order of steps.
	asksNotAgain                    bool // after parking
	asksTooEarly                    bool // whether a reference is live, before the entry is loaded
	asksNot                         bool // whether it is
	sweepsTooEarly                  bool // before the last identity is given up
	sweepsBlindly                   bool // whatever has become of the entry
	takesBlindly                    bool // back, likewise
	detachesUnswept, refusesUnswept bool

	// reportOnly has a misuse only reported, so that the operation goes on.
	reportOnly bool

	// places is how many entries may be parked: the first ones.
	places int
}

var theProtocol = protocol{
	release:  release,
	retain:   retain,
	detach:   Word.Detach,
	suspect:  Word.MarkSuspect,
	endless:  Word.Endless,
	unshared: Tag.Unshared,
	issue:    Entry.Issue,
	holds:    func(e Entry, t Tag) bool { return e == t.Live() },
	free:     Tag.Free,
	reserved: Tag.Reserved,

	parks:     Word.Parks,
	takeOver:  Entry.TakeOver,
	sweeps:    Word.Sweeps,
	sameLease: Word.SameLease,
	uncount:   Word.Uncount,
	places:    2,
}

// release is Release, preceded by its common case as in package rcpool.
func release(w Word, t Tag) (Word, Outcome) {
	if next, outcome := w.Unshare(t); outcome != Refused {
		return next, outcome
	}
	return w.Release(t)
}

// retain is Retain, preceded by its common case as in package rcpool.
func retain(w Word, t Tag) (Word, Tag, bool) {
	if next, u, ok := w.Share(t); ok {
		return next, u, true
	}
	return w.Retain(t)
}

type exploration bool

const (
	// everyStep lets every atomic step of every thread come between any two
	// steps of the others.
	everyStep exploration = false

	// reduced leaves out worlds that differ in nothing that matters:
	//
	// A load and the compare-and-swap that follows it are explored as one
	// step. If anything came between them, then either the word changed and
	// the swap fails, which has no effect, or it is the same word, and so is
	// what was computed from it. Taking the slot and reading its word is one
	// step, and so is the last release and putting the slot back: what others
	// do between is the same if they do it before or after, for an idle slot
	// only lacks being leased.
	//
	// The identities of a lease change names, the live ones first: transitions
	// treat the bits alike. Only the short cut looks for identity 0, and it
	// needs that no other was issued, when there are no names to change.
	//
	// Stale references of earlier leases are one: their generation is over,
	// which is tested for every one in every world before it is forgotten.
	//
	// A counted reference is issued in the step that counts it: nobody else can
	// use it before, and others find another free entry. To ask its entry, in the
	// step of a retain, is the same if it is released after that, or before.
	// Detach reserves an entry in the step that swaps the word: what others are
	// refused between would be refused after. But a release leaves a reference
	// counted for a while after it has freed the entry.
	//
	// The entries change epochs. Stale references of earlier epochs are
	// one, like those of earlier leases.
	//
	// To ask the entry of a counted reference, and then make its lease endless, is
	// one step. That is a reduction too far, by one kind of world: the reference is
	// released between, and another one counted in its place, or its entry is
	// parked. For those there is everyStep.
	//
	// One entry may be parked. The steps that
	// park it, that look at the word then, and that sweep it, are steps of their
	// own. To free it is one step with the load before, and so is to take it over:
	// it is the same if the reference that is retained is released after that.
	reduced exploration = true
)

// A world is a state of everything.
type world struct {
	word    Word
	idle    bool // the slot is in the inner pool
	gone    bool // the slot was left to the garbage collector
	given   bool // the object of the lease may have been detached while it was shared
	begun   int  // leases so far; the number of the current one
	entries [8]Entry
	live    []ref
	held    []ref // neither live nor stale: the entry is free or reserved, but the reference is counted
	stale   []ref
	threads []thread
}

// takes reports whether the slot takes the reference for live.
func (e *explorer) takes(w *world, t Tag) bool {
	return w.word.Holds(t) && (!t.Counted() || e.holds(w.entries[t.Index()], t))
}

// counted is how many references there are, for the word.
func (w *world) counted() int {
	n := len(w.live) + len(w.held) + w.parked()
	for _, t := range w.threads {
		if t.at == issuing || t.at == issueSwap {
			n++
		}
		n += t.swept
	}
	return n
}

// parked is how many entries are.
func (w *world) parked() (n int) {
	for _, e := range w.entries {
		if e.Parked() {
			n++
		}
	}
	return n
}

// owned is how many references there are, for those who own them: threads that
// have yet to give up what they own are among them, but not what is left to do for
// another lease.
func (w *world) owned() int {
	n := w.counted() - w.parked()
	for _, t := range w.threads {
		if !t.of.SameLease(w.word) {
			n -= t.swept
		}
	}
	return n
}

// liveCounted is how many of the live references are counted.
func (w *world) liveCounted() (n int) {
	for _, r := range w.live {
		if r.tag.Counted() {
			n++
		}
	}
	return n
}

// A ref is a reference in the model's list.
type ref struct {
	lease int
	tag   Tag
}

// A thread is somewhere in an operation.
type thread struct {
	left    int // operations it may still begin
	at      step
	ref     ref
	wasLive bool // ref was, when the word was loaded
	loaded  Word
	index   int   // of an entry
	entry   Entry // when it was loaded
	then    step  // once the lease is endless

	of      Word // of the lease that it sweeps
	swept   int  // how many entries it has freed that were parked
	unswept step // what is next when none was
	after   step // what is next when some were, and are uncounted

	undisturbed bool // no other thread has made a step since it loaded the word
}

type step uint8

const (
	resting       step = iota
	leasing            // has taken the slot from the pool; next it reads the word
	cutting            // next it tries the one swap of an unshared lease
	wantsToPark        // next it loads the word, to see whether it may park the entry of a counted reference
	parking            // next it parks the entry
	hasParked          // next it loads the word to see whether it still may
	takingBack         // next it frees the entry that it has parked
	sweeping           // next it loads an entry
	sweepAsks          // next it looks whether the lease is still the same
	sweepSwap          // next it frees the entry
	sweptAll           // next it loads the word to uncount what it has swept
	sweptSwap          //
	freeing            // next it frees the entry of a counted reference
	uncounting         // has done so; next it loads the word
	releasing          // next it loads the word
	releaseSwap        // next it swaps
	takingOver         // wants to retain; next it loads an entry, which may be parked
	takeEarly          // only in a mutation
	takeAsks           // next it looks whether its reference is live
	takeAsksEntry      //
	takeSwap           //
	retaining          //
	retainAsks         // next it looks whether the entry of a counted reference is live
	retainSwap         //
	issuing            // has counted a reference; next it loads an entry
	issueSwap          // next it swaps the entry
	detaching          //
	detachAsks         //
	reserving          // next it reserves the entry
	detachSwap         //
	detachShared       // has found that it is not the only owner
	tooMany            // has found that the word is full
	restoring          // has reserved the entry in vain
	suspecting         // was refused; next it loads the word to mark it
	suspectSwap        //
	endless            // was refused and goes on; next it loads the word to make the lease endless
	endlessAsks        //
	endlessSwap        //
	putting            // gave up the last reference; next it puts the slot back
)

// midway reports whether t is at a step that reduced joins to the one before.
func (t *thread) midway() bool {
	switch t.at {
	case resting, suspecting, uncounting, endless, t.then, t.after:
		return false
	case parking, hasParked, sweeping, sweptAll:
		return false
	}
	return true
}

func (t *thread) rest() { *t = thread{left: t.left} }

// An explorer visits every world there is.
type explorer struct {
	protocol
	how     exploration
	seen    map[[2]uint64]struct{}
	atRest  map[[2]uint64]struct{} // worlds with every thread resting, under reduced names
	failure string
}

// explore visits everything that threads with ops operations each can do to an
// idle slot in the given generation, or stops at the first failure.
func (p protocol) explore(generation Word, threads, ops int, how exploration) *explorer {
	e := p.explorer(how)
	w := &world{word: generation*GenerationOne + First, idle: true}
	if generation > 0 && how == everyStep {
		for i := range w.entries {
			w.entries[i] = epochMask - epochOne // nearly used up, too
		}
	}
	for range threads {
		w.threads = append(w.threads, thread{left: ops})
	}
	e.visit(w)
	return e
}

func (p protocol) explorer(how exploration) *explorer {
	if how == reduced {
		p.places = min(p.places, 1)
	}
	return &explorer{protocol: p, how: how, seen: map[[2]uint64]struct{}{}, atRest: map[[2]uint64]struct{}{}}
}

// exploreFrom is explore of another beginning, with as many operations for each
// thread as ops says.
func (p protocol) exploreFrom(w *world, how exploration, ops ...int) *explorer {
	e := p.explorer(how)
	w = w.clone()
	for i, n := range ops {
		if i == len(w.threads) {
			w.threads = append(w.threads, thread{})
		}
		w.threads[i].left = n
	}
	e.visit(w)
	return e
}

// leased is a world amid a lease whose identities are used up. The first one is
// live, and as many counted references, after those that are parked.
func leased(generation Word, parked, counted int) *world {
	w := &world{word: generation*GenerationOne + First, begun: 1}
	first := w.word.Lease()
	for !w.word.UsedUp() {
		var u Tag
		w.word, u, _ = w.word.Retain(first)
		w.word, _ = w.word.Release(u)
		w.stale = []ref{{1, u}}
	}
	w.live = []ref{{1, first}}
	for i := range parked + counted {
		w.word, _, _ = w.word.Retain(first)
		var u Tag
		w.entries[i], u, _ = Entry(0).Issue(i)
		if i < parked {
			w.entries[i] = u.Parked()
			w.stale = append(w.stale, ref{1, u})
		} else {
			w.live = append(w.live, ref{1, u})
		}
	}
	return w
}

func (e *explorer) report(t *testing.T, format string, args ...any) {
	t.Helper()
	what := fmt.Sprintf(format, args...)
	if e.failure != "" {
		t.Errorf("%s: %s", what, e.failure)
		return
	}
	t.Logf("%s: %d worlds", what, len(e.seen))
}

func (e *explorer) fail(format string, args ...any) {
	if e.failure == "" {
		e.failure = fmt.Sprintf(format, args...)
	}
}

func (e *explorer) visit(w *world) {
	e.invariants(w)
	if e.how == reduced {
		w.rename()
	}
	name := w.name()
	if _, ok := e.seen[name]; ok || e.failure != "" {
		return
	}
	e.seen[name] = struct{}{}
	if !slices.ContainsFunc(w.threads, func(t thread) bool { return t.at != resting }) {
		r := w.clone()
		r.rename()
		e.atRest[r.name()] = struct{}{}
	}
	for i, t := range w.threads {
		switch {
		case i > 0 && t == w.threads[i-1]: // the same thread by another number
		case t.at != resting:
			e.step(w, i, nil)
		case t.left > 0:
			e.begin(w, i)
		}
	}
}

// begin lets thread i begin each operation that there is.
func (e *explorer) begin(w *world, i int) {
	if w.idle {
		e.step(w, i, func(next *world, t *thread) { t.at, next.idle = leasing, false })
	}
	for _, r := range slices.Concat(w.live, w.held, w.stale) {
		for _, at := range []step{releasing, retaining, detaching} {
			if at == releasing {
				at = e.beginRelease(r.tag)
				if e.unshared(r.tag) {
					at = cutting
				}
			}
			e.step(w, i, func(_ *world, t *thread) { t.at, t.ref = at, r })
		}
		// To look for a parked entry, and find none, changes nothing.
		for place := range e.places {
			if e.how == everyStep || w.entries[place].Parked() {
				e.step(w, i, func(_ *world, t *thread) { t.at, t.ref, t.index = takingOver, r, place })
			}
		}
	}
}

// step lets thread i make a step, and visits where that leads. If begin is not
// nil the thread begins an operation first.
func (e *explorer) step(w *world, i int, begin func(*world, *thread)) {
	next := w.clone()
	t := &next.threads[i]
	for j := range next.threads {
		next.threads[j].undisturbed = next.threads[j].undisturbed && j == i
	}
	if begin != nil {
		t.left--
		begin(next, t)
		if e.how == everyStep {
			e.visit(next)
			return
		}
	}
	e.advance(next, t)
	for e.how == reduced && t.midway() && e.failure == "" {
		e.advance(next, t)
	}
	e.visit(next)
}

// invariants hold in every world.
func (e *explorer) invariants(w *world) {
	if w.idle && (w.gone || len(w.live) > 0) {
		e.fail("idle, but gone (%v) or held by %x", w.gone, w.live)
	}
	for _, r := range w.live {
		if r.lease != w.begun {
			e.fail("reference %x of lease %d is live in lease %d", r.tag, r.lease, w.begun)
		}
		if !e.takes(w, r.tag) {
			e.fail("live reference %x refused by %x, %x", r.tag, w.word, w.entries)
		}
	}
	for _, r := range slices.Concat(w.stale, w.held) {
		if e.takes(w, r.tag) {
			e.fail("stale reference %x of lease %d taken for live by %x, %x in lease %d", r.tag, r.lease, w.word, w.entries, w.begun)
		}
	}
	e.whenAllRest(w)
	used := 0
	for _, entry := range w.entries {
		if entry != entry.Freed() {
			used++
		}
	}
	if used > w.word.Extra() && w.word != RetiredWord {
		e.fail("%x: more than are counted by %x", w.entries, w.word)
	}
}

// whenAllRest holds when no operation is going on: what is counted is live, or is
// parked while an identity is live. So a lease whose references are released is
// over.
func (e *explorer) whenAllRest(w *world) {
	busy := slices.ContainsFunc(w.threads, func(t thread) bool { return t.at != resting })
	if busy || w.idle || w.gone || w.word.endless() {
		return
	}
	switch counted, parked := w.liveCounted(), w.parked(); {
	case w.begun == 0:
	case len(w.live) == 0:
		e.fail("%x, %x: nobody has a reference, and the lease is not over", w.word, w.entries)
	case counted+parked != w.word.Extra():
		e.fail("%x counts other than %d live references and %d parked entries", w.word, counted, parked)
	case parked > 0 && counted == len(w.live):
		e.fail("%x: %x are parked, and no identity is live", w.word, w.entries)
	}
}

// A move is the next step of a thread.
type move struct {
	*explorer
	w *world
	*thread
}

// advance makes the next step of t.
func (e *explorer) advance(w *world, t *thread) {
	m := move{e, w, t}
	if t.at == t.then {
		t.then = resting
	}
	if t.at == t.after {
		t.after = resting
	}
	switch t.at {
	case leasing:
		m.lease()
	case cutting, wantsToPark, parking, hasParked, takingBack, freeing, releasing, uncounting, releaseSwap:
		m.release()
	case sweeping, sweepAsks, sweepSwap, sweptAll, sweptSwap:
		m.sweep()
	case takingOver, takeEarly, takeAsks, takeAsksEntry, takeSwap:
		m.takeOverParked()
	case retaining, retainAsks, retainSwap, tooMany:
		m.retain()
	case issuing, issueSwap:
		m.issue()
	case detaching, detachAsks, reserving, detachSwap, detachShared, restoring:
		m.detach()
	case endless, endlessAsks, endlessSwap:
		m.makeEndless()
	case suspecting:
		m.load(suspectSwap)
	case suspectSwap:
		if m.swap(e.suspect(t.loaded), suspecting) {
			t.rest()
		}
	case putting:
		if w.idle || w.gone {
			e.fail("put back twice")
		}
		w.idle = true
		m.goTo(t.after)
	}
}

func (m move) lease() {
	w := m.w
	if w.word&flagMask != 0 { // see Pool.getDue in package rcpool
		w.word, w.gone = RetiredWord, true
		m.rest()
		return
	}
	if w.counted() > 0 {
		m.fail("two owners: leased while held by %x, %x", w.live, w.held)
	}
	if w.word&generationMask > lastGeneration {
		m.fail("leased in generation %x, where slots end", w.word>>generationShift)
	}
	w.begun++
	w.live = append(w.live, ref{w.begun, w.word.Lease()})
	m.rest()
}

func (m move) release() {
	tag := m.ref.tag
	switch m.at {
	case cutting:
		if m.w.word == Word(tag) {
			m.w.word += GenerationOne
			m.giveUp()
			m.end(Ended)
			return
		}
		m.at = m.beginRelease(tag)
	case wantsToPark:
		m.load(freeing)
		if m.parks(m.loaded) && (m.how == everyStep || m.isLive()) { // else it is refused
			m.at = parking
		}
		m.loaded, m.wasLive = 0, false
	case parking:
		if !m.swapEntry(tag.Index(), tag.Live(), tag.Parked()) {
			m.refuseNow()
			return
		}
		m.move(&m.w.live, &m.w.stale)
		m.at = hasParked
		if m.asksNotAgain {
			m.rest()
		}
	case hasParked:
		m.load(takingBack)
		if m.parks(m.loaded) {
			m.rest()
		}
	case takingBack:
		if !m.swapEntry(tag.Index(), tag.Parked(), tag.Free()) && !m.takesBlindly {
			m.rest()
			return
		}
		*m.thread = thread{left: m.left, at: sweptAll, swept: 1, of: m.loaded & generationMask}
	case freeing:
		if !m.swapEntry(tag.Index(), tag.Live(), m.free(tag)) {
			m.refuseNow()
			return
		}
		m.move(&m.w.live, &m.w.held)
		m.at = uncounting
	case releasing, uncounting:
		m.load(releaseSwap)
		if _, what := m.protocol.release(m.loaded, tag); what == Refused {
			m.wasLive = m.wasLive || slices.Contains(m.w.held, m.ref)
			m.refuse()
		} else if m.sweepsTooEarly && m.protocol.sweeps(m.loaded, tag) {
			m.beginSweep(releaseSwap, releasing)
		}
	case releaseSwap:
		next, what := m.protocol.release(m.loaded, tag)
		again := releasing
		if tag.Counted() {
			again = uncounting
		}
		if !m.swap(next, again) {
			return
		}
		m.giveUp()
		switch {
		case what != Released:
			m.end(what)
		case m.places > 0 && m.protocol.sweeps(m.loaded, tag) && !m.sweepsTooEarly:
			m.beginSweep(resting, resting)
		default:
			m.rest()
		}
	}
}

// beginRelease is the first step of a release that takes no short cut.
func (e *explorer) beginRelease(t Tag) step {
	switch {
	case t.Counted() && t.Index() < e.places:
		return wantsToPark
	case t.Counted():
		return freeing
	}
	return releasing
}

// beginSweep begins a sweep of the lease of the word that was loaded.
func (m move) beginSweep(unswept, after step) {
	next := thread{left: m.left, at: sweeping, of: m.loaded & generationMask, unswept: unswept, after: after}
	if after != resting {
		next.ref, next.then, next.undisturbed = m.ref, m.then, m.undisturbed
	}
	if unswept == releaseSwap {
		next.loaded = m.loaded
	}
	*m.thread = next
}

func (m move) sweep() {
	switch m.at {
	case sweeping:
		switch m.entry = m.w.entries[m.index]; {
		case m.entry.Parked():
			m.at = sweepAsks
		default:
			m.sweepOn()
		}
	case sweepAsks:
		m.at = sweepSwap
		if !m.protocol.sameLease(m.w.word, m.of) {
			m.index = m.places - 1
			m.sweepOn()
		}
	case sweepSwap:
		if m.sweepsBlindly {
			m.entry = m.w.entries[m.index]
		}
		if m.swapEntry(m.index, m.entry, m.entry.Freed()) {
			m.swept++
		}
		m.sweepOn()
	case sweptAll:
		m.load(sweptSwap)
	case sweptSwap:
		next, what := m.protocol.uncount(m.loaded, m.swept)
		if !m.swap(next, sweptAll) {
			return
		}
		*m.thread = thread{left: m.left, at: m.after, ref: m.ref, then: m.then, after: m.after}
		if what != Released {
			m.end(what)
		}
	}
}

// sweepOn goes on to the next entry.
func (m move) sweepOn() {
	m.at, m.entry = sweeping, 0
	if m.index++; m.index < m.places {
		return
	}
	m.index, m.at = 0, sweptAll
	if m.swept == 0 {
		m.at, m.of, m.unswept = m.unswept, 0, resting
	}
}

// takeOverParked retains from a parked entry. If that fails, nothing was done, and
// the thread retains in the other way.
func (m move) takeOverParked() {
	tag := m.ref.tag
	otherwise := func() {
		*m.thread = thread{left: m.left, at: retaining, ref: m.ref}
	}
	switch m.at {
	case takingOver:
		if m.asksTooEarly {
			m.load(takeEarly)
			if !m.loaded.Holds(tag) || tag.Counted() && !m.entryHolds() {
				otherwise()
			}
			return
		}
		m.loadParked(takeAsks, otherwise)
	case takeEarly:
		m.loadParked(takeSwap, otherwise)
	case takeAsks:
		m.load(takeSwap)
		switch {
		case m.asksNot:
		case !m.parks(m.loaded) || !m.loaded.Holds(tag):
			otherwise()
		case tag.Counted():
			m.at = takeAsksEntry
		}
	case takeAsksEntry:
		m.at, m.wasLive = takeSwap, m.isLive()
		if !m.entryHolds() {
			otherwise()
		}
	case takeSwap:
		next, u, ok := m.protocol.takeOver(m.entry, m.index)
		if !ok || !m.swapEntry(m.index, m.entry, next) {
			otherwise()
			return
		}
		if !m.wasLive || m.ref.lease != m.w.begun {
			m.fail("stale reference %x of lease %d retained from %x in lease %d", tag, m.ref.lease, m.entry, m.w.begun)
		}
		m.add(u)
	}
}

func (m move) loadParked(next step, otherwise func()) {
	m.at, m.entry = next, m.w.entries[m.index]
	if !m.entry.Parked() {
		otherwise()
	}
}

func (m move) retain() {
	tag := m.ref.tag
	switch m.at {
	case retaining:
		m.load(retainSwap)
		if _, u, ok := m.protocol.retain(m.loaded, tag); !ok {
			m.refuse()
		} else if tag.Counted() {
			m.at = retainAsks
		} else if u == 0 {
			m.full()
		}
	case retainAsks:
		_, u, _ := m.protocol.retain(m.loaded, tag)
		switch m.isLive() {
		case !m.entryHolds():
			m.fail("reference %x is live: %v, but not for %x", tag, m.isLive(), m.w.entries)
		case false:
			m.refuseNow()
		case u == 0:
			m.full()
		default:
			m.at = retainSwap
		}
	case tooMany: // TooManyRefs
		if identities := len(m.w.live) - m.w.liveCounted(); m.undisturbed && m.w.owned()-identities < m.w.word.Extra() && !m.w.word.endless() {
			m.fail("only %x are live, and no other reference is issued by %x", m.w.live, m.w.word)
		}
		m.goOn(retaining)
	case retainSwap:
		next, u, _ := m.protocol.retain(m.loaded, tag)
		if !m.swap(next, retaining) {
			return
		}
		if !m.isLive() && !tag.Counted() {
			m.fail("stale reference %x retained on %x", tag, m.loaded)
		}
		if u.Counted() {
			*m.thread = thread{left: m.left, at: issuing}
			return
		}
		m.add(u)
	}
}

// full is what a retain does when the word counts as many references as it can.
func (m move) full() {
	if m.places == 0 || m.refusesUnswept {
		m.at = tooMany
		return
	}
	m.beginSweep(tooMany, retaining)
}

func (m move) issue() {
	switch m.at {
	case issuing: // the first entry that is free: which one makes no difference
		m.index = slices.IndexFunc(m.w.entries[:], func(entry Entry) bool {
			_, _, ok := m.protocol.issue(entry, 0)
			return ok
		})
		if m.index < 0 {
			m.fail("no entry is free: %x", m.w.entries)
			return
		}
		m.entry = m.w.entries[m.index]
		m.at = issueSwap
	case issueSwap:
		next, u, _ := m.protocol.issue(m.entry, m.index)
		if !m.swapEntry(m.index, m.entry, next) {
			*m.thread = thread{left: m.left, at: issuing}
			return
		}
		m.add(u)
	}
}

func (m move) detach() {
	tag := m.ref.tag
	switch m.at {
	case detaching:
		m.load(detachSwap)
		if tag.Counted() {
			m.at = detachAsks
			return
		}
		m.mayDetach(m.loaded.Holds(tag), m.refuse)
	case detachAsks:
		m.at = reserving
		m.mayDetach(m.loaded.Holds(tag) && m.entryHolds(), m.refuseNow)
	case reserving:
		if !m.swapEntry(tag.Index(), tag.Live(), m.reserved(tag)) {
			m.at = detaching
			return
		}
		m.move(&m.w.live, &m.w.held)
		m.at = detachSwap
	case detachSwap:
		next, _ := m.protocol.detach(m.loaded, tag)
		otherwise := detaching
		if tag.Counted() {
			otherwise = restoring
		}
		if !m.swap(next, otherwise) {
			return
		}
		m.giveUp()
		m.end(Retired)
	case detachShared: // DetachShared
		if m.undisturbed && m.w.owned() < 2 && !m.w.word.endless() {
			m.fail("only owner refused to detach on %x, %x", m.w.word, m.w.entries)
		}
		m.goOn(m.beginRelease(m.ref.tag))
	case restoring:
		if !m.swapEntry(tag.Index(), m.reserved(tag), tag.Live()) {
			m.fail("entry of %x was taken away: %x", tag, m.w.entries)
		}
		m.move(&m.w.held, &m.w.live)
		m.at = detaching
	}
}

// mayDetach decides what becomes of a thread that wants to detach a reference,
// which the slot takes for live or not.
func (m move) mayDetach(live bool, refuse func()) {
	_, ok := m.protocol.detach(m.loaded, m.ref.tag)
	switch {
	case !live:
		refuse()
	case !ok && (m.places == 0 || m.detachesUnswept || m.loaded.Extra() == 0):
		m.at = detachShared
	case !ok:
		m.beginSweep(detachShared, detaching)
	}
}

// goOn is what becomes of a thread whose misuse changes nothing, unless it is
// only reported.
func (m move) goOn(then step) {
	if m.reportOnly {
		*m.thread = thread{left: m.left, at: endless, ref: m.ref, then: then}
	} else {
		m.rest()
	}
}

func (m move) makeEndless() {
	switch m.at {
	case endless:
		m.load(endlessSwap)
		switch {
		case !m.loaded.Holds(m.ref.tag):
			m.carryOn()
		case m.ref.tag.Counted():
			m.at = endlessAsks
		}
	case endlessAsks:
		m.at = endlessSwap
		if !m.entryHolds() {
			m.carryOn()
		}
	case endlessSwap:
		if !m.swap(m.endless(m.loaded), endless) {
			return
		}
		if m.ref.lease != m.w.begun {
			m.fail("reference %x of lease %d made lease %d endless", m.ref.tag, m.ref.lease, m.w.begun)
		}
		m.w.given = m.w.given || m.then != retaining
		m.carryOn()
	}
}

func (m move) carryOn() { *m.thread = thread{left: m.left, at: m.then, ref: m.ref, then: m.then} }

func (m move) isLive() bool { return slices.Contains(m.w.live, m.ref) }

func (m move) entryHolds() bool { return m.holds(m.w.entries[m.ref.tag.Index()], m.ref.tag) }

func (m move) load(next step) {
	m.at, m.loaded, m.wasLive = next, m.w.word, m.isLive()
	m.undisturbed = next == detachSwap || next == retainSwap && m.loaded&extraMask == extraMask
}

func (m move) swap(next Word, otherwise step) bool {
	if m.w.word != m.loaded {
		m.at = otherwise
		return false
	}
	m.w.word = next
	return true
}

func (m move) swapEntry(i int, old, next Entry) bool {
	if m.w.entries[i] != old {
		return false
	}
	m.w.entries[i] = next
	return true
}

func (m move) refuse() {
	if m.wasLive {
		m.fail("live reference %x refused by %x", m.ref.tag, m.loaded)
	}
	*m.thread = thread{left: m.left, at: suspecting}
}

// refuseNow is what becomes of a thread whose reference is not live for its
// entry.
func (m move) refuseNow() {
	m.wasLive = m.isLive()
	m.refuse()
}

// move moves the thread's reference from one list to another.
func (m move) move(from, to *[]ref) {
	i := slices.Index(*from, m.ref)
	if i < 0 {
		m.fail("reference %x is not what it is taken for, on %x, %x", m.ref.tag, m.loaded, m.w.entries)
		return
	}
	*from = slices.Delete(*from, i, i+1)
	*to = append(*to, m.ref)
}

// giveUp moves the thread's reference to those that are stale. One that is
// uncounted stays live: the next one is the same to the slot.
func (m move) giveUp() {
	switch {
	case m.ref.tag.Counted():
		m.move(&m.w.held, &m.w.stale)
	case m.ref.tag != Uncounted:
		m.move(&m.w.live, &m.w.stale)
	}
}

// end ends the lease.
func (m move) end(what Outcome) {
	if m.w.counted() > 0 {
		m.fail("lease over, but held by %x, %x", m.w.live, m.w.held)
	}
	if m.w.given {
		m.fail("the object is reset, but was detached")
	}
	if what == Retired {
		m.w.gone = true
		m.goTo(m.after)
		return
	}
	m.goTo(putting)
}

// goTo lets a thread that has ended a lease go on.
func (m move) goTo(next step) {
	t := thread{left: m.left, at: next, after: m.after}
	if m.after != resting {
		t.ref, t.then = m.ref, m.then
	}
	*m.thread = t
}

// add adds a reference that was retained.
func (m move) add(u Tag) {
	issued := func(r ref) bool { return r.tag == u }
	again := slices.ContainsFunc(slices.Concat(m.w.live, m.w.held, m.w.stale), issued)
	if again && u != Uncounted {
		m.fail("%x issued again", u)
	}
	if !again {
		m.w.live = append(m.w.live, ref{m.w.begun, u})
	}
	m.rest()
}

func (w *world) clone() *world {
	c := *w
	c.live, c.held, c.stale, c.threads = slices.Clone(w.live), slices.Clone(w.held), slices.Clone(w.stale), slices.Clone(w.threads)
	return &c
}

// rename gives w the names that reduced speaks of.
func (w *world) rename() {
	var n names
	w.renameEntries(&n)
	w.renameIdentities(&n)
	for i := range w.threads {
		t := &w.threads[i]
		t.ref = n.of(t.ref)
	}
}

// names are the new names of references.
type names []struct{ old, new ref }

func (n *names) add(old, new ref) { *n = append(*n, struct{ old, new ref }{old, new}) }

func (n names) of(r ref) ref {
	for _, name := range n {
		if name.old == r {
			return name.new
		}
	}
	return r
}

// renameEntries gives the entries other epochs: their first one, or none.
func (w *world) renameEntries(n *names) {
	entries := w.entries
	w.entries = [len(w.entries)]Entry{}
	rename := func(refs []ref, name func(ref) ref) {
		for i, r := range refs {
			if r.tag.Counted() {
				refs[i] = name(r)
				n.add(r, refs[i])
			}
		}
	}
	rename(w.live, func(r ref) ref {
		i := r.tag.Index()
		w.entries[i], r.tag, _ = Entry(0).Issue(i)
		return r
	})
	rename(w.held, func(r ref) ref { return ref{r.lease, countedTag} }) // a thread has yet to uncount it
	parked := func(i int) (t Tag) {
		_, t, _ = Entry(0).Issue(i)
		return t
	}
	for i, entry := range entries {
		if entry.Parked() {
			w.entries[i] = parked(i).Parked()
		}
	}
	rename(w.stale, func(r ref) ref {
		if i := r.tag.Index(); entries[i] == r.tag.Parked() {
			return ref{0, parked(i)}
		}
		return ref{0, countedTag}
	})
}

// renameIdentities gives the identities of the lease other bits, and those of
// earlier leases one.
func (w *world) renameIdentities(n *names) {
	over := w.word == RetiredWord // and nobody can tell what was last from what was before
	old := ref{0, Tag(w.word)&Tag(generationMask) - Tag(GenerationOne) | Tag(identityOne)}
	issued := 0
	var generation Tag
	rename := func(refs []ref) (renamed []ref) {
		for _, r := range refs {
			name := r
			switch {
			case r.tag.Counted() || r.tag == Uncounted:
			case over || r.lease < w.begun:
				name = old
			default:
				generation = r.tag & Tag(generationMask)
				name.tag = generation | Tag(identityOne)<<issued
				issued++
			}
			renamed = append(renamed, name)
			n.add(r, name)
		}
		return renamed
	}
	w.live = rename(w.live)
	alive := issued
	w.stale = rename(w.stale)
	if issued > 0 && (w.word^Word(generation))&generationMask == 0 {
		w.word = w.word&^identityMask | (identityOne<<alive - identityOne)
	}
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// name is a hash of 128 bits of w, the same in whichever order threads and
// references are.
func (w *world) name() [2]uint64 {
	byRef := func(a, b ref) int {
		if a.lease != b.lease {
			return a.lease - b.lease
		}
		return compare(uint64(a.tag), uint64(b.tag))
	}
	slices.SortFunc(w.live, byRef)
	slices.SortFunc(w.held, byRef)
	slices.SortFunc(w.stale, byRef)
	w.stale = slices.Compact(w.stale) // as renamed, many are alike
	slices.SortFunc(w.threads, func(a, b thread) int {
		for _, c := range []int{a.left - b.left, int(a.at) - int(b.at), int(a.then) - int(b.then), compare(uint64(a.loaded), uint64(b.loaded)), byRef(a.ref, b.ref),
			a.index - b.index, compare(uint64(a.entry), uint64(b.entry)), compare(uint64(a.of), uint64(b.of)), a.swept - b.swept,
			int(a.unswept) - int(b.unswept), int(a.after) - int(b.after)} {
			if c != 0 {
				return c
			}
		}
		return 0
	})
	b := make([]byte, 0, 512)
	b = fmt.Append(b, w.idle, w.gone, w.given)
	b = appendWord(b, uint64(w.word), w.begun)
	for _, r := range w.live {
		b = appendWord(b, uint64(r.tag), r.lease)
	}
	b = append(b, '/')
	for _, r := range w.held {
		b = appendWord(b, uint64(r.tag), r.lease)
	}
	b = append(b, '/')
	for i, entry := range w.entries {
		if entry != 0 {
			b = appendWord(b, uint64(entry), i)
		}
	}
	b = append(b, '/')
	for _, r := range w.stale {
		b = appendWord(b, uint64(r.tag), r.lease)
	}
	b = append(b, '/')
	for _, t := range w.threads {
		b = appendWord(b, uint64(t.loaded), t.left)
		b = appendWord(b, uint64(t.ref.tag), t.ref.lease)
		b = appendWord(b, uint64(t.entry), t.index)
		b = appendWord(b, uint64(t.of), t.swept)
		b = append(b, byte(t.at), byte(t.then), byte(t.unswept), byte(t.after))
		if t.wasLive {
			b = append(b, '!')
		}
		if t.undisturbed {
			b = append(b, '.')
		}
	}
	return [2]uint64{maphash.Bytes(seeds[0], b), maphash.Bytes(seeds[1], b)}
}

func compare(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func appendWord(b []byte, x uint64, n int) []byte {
	return append(b, byte(n), byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56))
}
