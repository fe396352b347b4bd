package word

import (
	"fmt"
	"hash/maphash"
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
	for _, size := range []struct{ threads, ops int }{{2, 2}, {2, 3}, {3, 2}, {2, 4}} {
		every := theProtocol.explore(0, size.threads, size.ops, everyStep)
		fewer := theProtocol.explore(0, size.threads, size.ops, reduced)
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

// TestProtocol_MutationsAreCaught breaks one transition at a time: an
// exploration that finds nothing wrong with a broken protocol proves nothing.
func TestProtocol_MutationsAreCaught(t *testing.T) {
	for name, mutate := range map[string]func(*protocol){
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
			p.retain = func(w Word, t Tag, serial uint32) (Word, Tag, bool) {
				next, u, ok := w.Retain(t, serial)
				if ok && !u.Counted() {
					return w, t, ok
				}
				return next, u, ok
			}
		},
		"retain gives out an identity again": func(p *protocol) {
			p.retain = func(w Word, t Tag, serial uint32) (Word, Tag, bool) {
				next, u, ok := w.Retain(t, serial)
				free := identityOne << bits.TrailingZeros64(uint64(^w&identityMask)>>identityShift)
				if ok && free&identityMask != 0 {
					return w | free | next&issuedMask, Tag(w&generationMask | free), ok
				}
				return next, u, ok
			}
		},
		"retain revives a reference that was given up": func(p *protocol) {
			p.retain = func(w Word, t Tag, serial uint32) (Word, Tag, bool) {
				if (w^Word(t))&generationMask == 0 {
					w |= Word(t) & identityMask
				}
				return w.Retain(t, serial)
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
	} {
		for _, how := range []exploration{everyStep, reduced} {
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
	retain   func(Word, Tag, uint32) (Word, Tag, bool)
	detach   func(Word, Tag) (Word, bool)
	suspect  func(Word) Word
	endless  func(Word) Word
	unshared func(Tag) bool

	// reportOnly has a misuse only reported, so that the operation goes on.
	reportOnly bool
}

var theProtocol = protocol{
	release:  Word.Release,
	retain:   Word.Retain,
	detach:   Word.Detach,
	suspect:  Word.MarkSuspect,
	endless:  Word.Endless,
	unshared: Tag.Unshared,
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
	reduced exploration = true
)

// A world is a state of everything.
type world struct {
	word    Word
	idle    bool // the slot is in the inner pool
	gone    bool // the slot was left to the garbage collector
	given   bool // the object of the lease was detached while it was shared
	begun   int  // leases so far; the number of the current one
	live    []ref
	stale   []ref
	threads []thread
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
	then    step // after endlessSwap
}

type step uint8

const (
	resting     step = iota
	leasing          // has taken the slot from the pool; next it reads the word
	cutting          // next it tries the one swap of an unshared lease
	releasing        // next it loads the word
	releaseSwap      // next it swaps
	retaining        //
	retainSwap       //
	detaching        //
	detachSwap       //
	suspecting       // was refused; next it loads the word to mark it
	suspectSwap      //
	endless          // was refused and goes on; next it loads the word to make the lease endless
	endlessSwap      //
	putting          // gave up the last reference; next it puts the slot back
)

// midway reports whether t is at a step that reduced joins to the one before.
func (t *thread) midway() bool {
	switch t.at {
	case leasing, releasing, releaseSwap, retainSwap, detachSwap, suspectSwap, endlessSwap, putting:
		return true
	}
	return false
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
	for _, r := range slices.Concat(w.live, w.stale) {
		for _, at := range []step{releasing, retaining, detaching} {
			if at == releasing && e.unshared(r.tag) {
				at = cutting
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
		if !w.word.Holds(r.tag) {
			e.fail("live reference %x refused by %x", r.tag, w.word)
		}
	}
	for _, r := range w.stale {
		// Of counted references the word knows only how many there are.
		known := !r.tag.Counted() || r.lease != w.begun
		if known && w.word.Holds(r.tag) {
			e.fail("stale reference %x of lease %d taken for live by %x in lease %d", r.tag, r.lease, w.word, w.begun)
		}
	}
}

// advance makes the next step of t.
func (e *explorer) advance(w *world, t *thread) {
	load := func(next step) {
		t.at, t.loaded, t.wasLive = next, w.word, slices.Contains(w.live, t.ref)
	}
	swap := func(next Word) bool {
		if w.word != t.loaded {
			t.at-- // to the load
			return false
		}
		w.word = next
		return true
	}
	refuse := func() {
		if t.wasLive {
			e.fail("live reference %x refused by %x", t.ref.tag, t.loaded)
		}
		*t = thread{left: t.left, at: suspecting}
	}
	goOn := func(then step) {
		if e.reportOnly {
			t.at, t.then = endless, then
		} else {
			t.rest()
		}
	}
	giveUp := func() {
		i := slices.Index(w.live, t.ref)
		if i < 0 && t.ref.tag.Counted() && w.word.endless() {
			return // one too many, ignored
		}
		if i < 0 {
			e.fail("stale reference %x given up once more, on %x", t.ref.tag, t.loaded)
			return
		}
		w.live = slices.Delete(w.live, i, i+1)
		w.stale = append(w.stale, t.ref)
	}
	end := func(what Outcome) {
		if len(w.live) > 0 {
			e.fail("lease over, but held by %x", w.live)
		}
		if w.given {
			e.fail("the object is reset, but was detached")
		}
		if what == Retired {
			w.gone = true
			t.rest()
			return
		}
		*t = thread{left: t.left, at: putting}
	}

	switch t.at {
	case leasing:
		if w.word&flagMask != 0 { // see Pool.getDue in package rcpool
			w.word, w.gone = RetiredWord, true
			t.rest()
			return
		}
		if len(w.live) > 0 {
			e.fail("two owners: leased while held by %x", w.live)
		}
		if w.word&generationMask > lastGeneration {
			e.fail("leased in generation %x, where slots end", w.word>>generationShift)
		}
		w.begun++
		w.live = append(w.live, ref{w.begun, w.word.Lease()})
		t.rest()

	case cutting:
		if w.word != Word(t.ref.tag) {
			t.at = releasing
			return
		}
		w.word += GenerationOne
		giveUp()
		end(Ended)
	case releasing:
		load(releaseSwap)
		if _, what := e.release(t.loaded, t.ref.tag); what == Refused {
			refuse()
		}
	case releaseSwap:
		next, what := e.release(t.loaded, t.ref.tag)
		if !swap(next) {
			return
		}
		giveUp()
		if what == Released {
			t.rest()
		} else {
			end(what)
		}

	case retaining:
		load(retainSwap)
		if _, u, ok := e.retain(t.loaded, t.ref.tag, 0); !ok {
			refuse()
		} else if u == 0 { // TooManyRefs
			goOn(retaining)
		}
	case retainSwap:
		next, u, _ := e.retain(t.loaded, t.ref.tag, 0)
		if !swap(next) {
			return
		}
		if !slices.Contains(w.live, t.ref) && !t.ref.tag.Counted() {
			e.fail("stale reference %x retained on %x", t.ref.tag, t.loaded)
		}
		fresh := ref{w.begun, u}
		if !u.Counted() && (slices.Contains(w.live, fresh) || slices.Contains(w.stale, fresh)) {
			e.fail("identity of %x issued again", u)
		}
		w.live = append(w.live, fresh)
		t.rest()

	case detaching:
		load(detachSwap)
		if _, ok := e.detach(t.loaded, t.ref.tag); ok {
			return
		}
		if t.loaded.Holds(t.ref.tag) { // DetachShared
			if len(w.live) < 2 && !t.loaded.endless() {
				e.fail("only owner refused to detach on %x", t.loaded)
			}
			goOn(releasing)
			return
		}
		refuse()
	case detachSwap:
		next, _ := e.detach(t.loaded, t.ref.tag)
		if !swap(next) {
			return
		}
		giveUp()
		end(Retired)

	case suspecting:
		load(suspectSwap)
	case suspectSwap:
		if swap(e.suspect(t.loaded)) {
			t.rest()
		}

	case endless:
		load(endlessSwap)
	case endlessSwap:
		next := t.loaded
		if next.Holds(t.ref.tag) {
			next = e.endless(next)
		}
		if swap(next) {
			w.given = w.given || t.then == releasing && slices.Contains(w.live, t.ref)
			t.at = t.then
		}

	case putting:
		if w.idle || w.gone {
			e.fail("put back twice")
		}
		w.idle = true
		t.rest()
	}
}

func (w *world) clone() *world {
	c := *w
	c.live, c.stale, c.threads = slices.Clone(w.live), slices.Clone(w.stale), slices.Clone(w.threads)
	return &c
}

// rename gives w the names that reduced speaks of.
func (w *world) rename() {
	var live, stale []ref
	issued, alive := 0, 0 // identities of the current lease
	old := false
	for _, r := range w.live {
		if r.tag.Counted() {
			live = append(live, r)
		} else {
			alive++
			issued++
		}
	}
	for _, r := range w.stale {
		switch {
		case r.lease < w.begun:
			old = true
		case r.tag.Counted():
			stale = append(stale, r)
		default:
			issued++
		}
	}
	over := w.word == RetiredWord // and nobody can tell what was last from what was before
	if old || over && issued > 0 {
		stale = append(stale, ref{0, Tag(w.word)&Tag(generationMask) - Tag(GenerationOne) | Tag(identityOne)})
	}
	if over || issued == 0 {
		w.live, w.stale = live, stale
		return
	}
	generation := w.live0().tag & Tag(generationMask)
	for i := range issued {
		r := ref{w.begun, generation | Tag(identityOne)<<i}
		if i < alive {
			live = append(live, r)
		} else {
			stale = append(stale, r)
		}
	}
	if (w.word^Word(generation))&generationMask == 0 {
		w.word = w.word&^identityMask | (identityOne<<alive - identityOne)
	}
	w.live, w.stale = live, stale
}

// live0 is some identity of the current lease.
func (w *world) live0() ref {
	for _, r := range slices.Concat(w.live, w.stale) {
		if r.lease == w.begun && !r.tag.Counted() {
			return r
		}
	}
	panic("no identity was issued")
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
	slices.SortFunc(w.stale, byRef)
	w.stale = slices.Compact(w.stale) // counted references are alike
	slices.SortFunc(w.threads, func(a, b thread) int {
		for _, c := range []int{a.left - b.left, int(a.at) - int(b.at), int(a.then) - int(b.then), compare(uint64(a.loaded), uint64(b.loaded)), byRef(a.ref, b.ref)} {
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
	for _, r := range w.stale {
		b = appendWord(b, uint64(r.tag), r.lease)
	}
	b = append(b, '/')
	for _, t := range w.threads {
		b = appendWord(b, uint64(t.loaded), t.left)
		b = appendWord(b, uint64(t.ref.tag), t.ref.lease)
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
