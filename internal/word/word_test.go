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
	start := []Word{0, (lastGeneration - GenerationOne) >> generationShift}
	for _, size := range []struct{ threads, ops int }{{2, 4}, {3, 2}} {
		for _, generation := range start {
			c := theProtocol.explore(generation, size.threads, size.ops, everyStep)
			c.report(t, "%d goroutines, %d operations, every step, from generation %d", size.threads, size.ops, generation)
		}
	}
	for threads := 1; threads <= 4; threads++ {
		for ops := 1; ops <= 4; ops++ {
			for _, generation := range start {
				c := theProtocol.explore(generation, threads, ops, reduced)
				c.report(t, "%d goroutines, %d operations, reduced, from generation %d", threads, ops, generation)
			}
		}
	}
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
	reporting := theProtocol
	reporting.reportOnly = true
	for _, generation := range []Word{0, (lastGeneration - GenerationOne) >> generationShift} {
		for _, size := range []struct{ threads, ops int }{{2, 4}, {3, 2}} {
			c := reporting.explore(generation, size.threads, size.ops, everyStep)
			c.report(t, "%d goroutines, %d operations, every step, from generation %d", size.threads, size.ops, generation)
		}
		for threads := 1; threads <= 2; threads++ {
			ops := 7 - threads
			c := reporting.explore(generation, threads, ops, reduced)
			c.report(t, "%d goroutines, %d operations, reduced, from generation %d", threads, ops, generation)
		}
	}
}

// TestProtocol_ReductionLosesNothing shows for small sizes what the comment at
// reduced argues for all: both ways come to the same worlds.
func TestProtocol_ReductionLosesNothing(t *testing.T) {
	sizes := []struct{ threads, ops int }{{2, 2}, {2, 3}, {3, 2}, {2, 4}}
	for _, reportOnly := range []bool{false, true} {
		p := theProtocol
		p.reportOnly = reportOnly
		if reportOnly {
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
	if identityBits < 4 { // or else there are not enough operations to come to counted references
		maps.Copy(mutations, ofEntries)
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

	// reportOnly has a misuse only reported, so that the operation goes on.
	reportOnly bool
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
	// The entries change places and epochs. Stale references of earlier epochs are
	// one, like those of earlier leases.
	//
	// To ask the entry of a counted reference, and then make its lease endless, is
	// one step. That is a reduction too far, by one kind of world: the reference is
	// released between, and another one counted in its place. For those there is
	// everyStep.
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
	n := len(w.live) + len(w.held)
	for _, t := range w.threads {
		if t.at == issuing || t.at == issueSwap {
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
}

type step uint8

const (
	resting     step = iota
	leasing          // has taken the slot from the pool; next it reads the word
	cutting          // next it tries the one swap of an unshared lease
	freeing          // next it frees the entry of a counted reference
	uncounting       // has done so; next it loads the word
	releasing        // next it loads the word
	releaseSwap      // next it swaps
	retaining        //
	retainAsks       // next it looks whether the entry of a counted reference is live
	retainSwap       //
	issuing          // has counted a reference; next it loads an entry
	issueSwap        // next it swaps the entry
	detaching        //
	detachAsks       //
	reserving        // next it reserves the entry
	detachSwap       //
	restoring        // has reserved the entry in vain
	suspecting       // was refused; next it loads the word to mark it
	suspectSwap      //
	endless          // was refused and goes on; next it loads the word to make the lease endless
	endlessAsks      //
	endlessSwap      //
	putting          // gave up the last reference; next it puts the slot back
)

// midway reports whether t is at a step that reduced joins to the one before.
func (t *thread) midway() bool {
	switch t.at {
	case resting, suspecting, uncounting, endless, t.then:
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
	e := &explorer{protocol: p, how: how, seen: map[[2]uint64]struct{}{}, atRest: map[[2]uint64]struct{}{}}
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
			switch {
			case at == releasing && e.unshared(r.tag):
				at = cutting
			case at == releasing && r.tag.Counted():
				at = freeing
			}
			e.step(w, i, func(_ *world, t *thread) { t.at, t.ref = at, r })
		}
	}
}

// step lets thread i make a step, and visits where that leads. If begin is not
// nil the thread begins an operation first.
func (e *explorer) step(w *world, i int, begin func(*world, *thread)) {
	next := w.clone()
	t := &next.threads[i]
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
	switch t.at {
	case leasing:
		m.lease()
	case cutting, freeing, releasing, uncounting, releaseSwap:
		m.release()
	case retaining, retainAsks, retainSwap:
		m.retain()
	case issuing, issueSwap:
		m.issue()
	case detaching, detachAsks, reserving, detachSwap, restoring:
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
		t.rest()
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
		m.at = beginRelease(tag)
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
		if what == Released {
			m.rest()
		} else {
			m.end(what)
		}
	}
}

// beginRelease is the first step of a release that takes no short cut.
func beginRelease(t Tag) step {
	if t.Counted() {
		return freeing
	}
	return releasing
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
		} else if u == 0 { // TooManyRefs
			m.goOn(retaining)
		}
	case retainAsks:
		_, u, _ := m.protocol.retain(m.loaded, tag)
		switch m.isLive() {
		case !m.entryHolds():
			m.fail("reference %x is live: %v, but not for %x", tag, m.isLive(), m.w.entries)
		case false:
			m.refuseNow()
		case u == 0: // TooManyRefs
			m.goOn(retaining)
		default:
			m.at = retainSwap
		}
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
	case !ok: // DetachShared
		if m.w.word == m.loaded && m.w.counted() < 2 && !m.loaded.endless() {
			m.fail("only owner refused to detach on %x", m.loaded)
		}
		m.goOn(beginRelease(m.ref.tag))
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

func (m move) load(next step) { m.at, m.loaded, m.wasLive = next, m.w.word, m.isLive() }

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
		m.rest()
		return
	}
	*m.thread = thread{left: m.left, at: putting}
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

// renameEntries gives the entries other places and epochs: first those of live
// references, in their first epoch, then those in none.
func (w *world) renameEntries(n *names) {
	w.entries = [len(w.entries)]Entry{}
	next := 0
	rename := func(refs []ref, name func(ref) ref) {
		for i, r := range refs {
			if r.tag.Counted() {
				refs[i] = name(r)
				n.add(r, refs[i])
			}
		}
	}
	rename(w.live, func(r ref) ref {
		w.entries[next], r.tag, _ = Entry(0).Issue(next)
		next++
		return r
	})
	rename(w.held, func(r ref) ref { return ref{r.lease, countedTag} }) // a thread has yet to uncount it
	rename(w.stale, func(ref) ref { return ref{0, countedTag} })
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
			a.index - b.index, compare(uint64(a.entry), uint64(b.entry))} {
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
		b = append(b, byte(t.at), byte(t.then))
		if t.wasLive {
			b = append(b, '!')
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
