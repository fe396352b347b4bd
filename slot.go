package rcpool

import (
	"sync/atomic"
	"unsafe"

	"github.com/rcpool/rcpool/internal/handle"
	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A slot is what circulates: one pooled object with its state word. It is not
// generic, so that the code that keeps idle slots is not either: a type that
// depends on T would cost a dictionary look-up on every lease. That is what the
// unsafe pointer is for; poolOf and objectOf have the argument.
type slot struct {
	state   race.Uint64    // a word.Word
	object  unsafe.Pointer // a *T
	counter *ledger.Counter
	pool    *pool                      // which made the slot
	shelved bool                       // is on the shelf when idle, and not in pool.idle
	chunk   *ledger.Chunk              // keeps the counter in its ledger
	record  atomic.Pointer[record]     // of the checked lease, which is the only one of the slot
	handles race.Pointer[handle.Table] // made by the first lease that has counted references
}

func (s *slot) load() word.Word { return word.Word(s.state.Load()) }

func (s *slot) store(w word.Word) { s.state.Store(uint64(w)) }

func (s *slot) swap(old, new word.Word) bool {
	return s.state.CompareAndSwap(uint64(old), uint64(new))
}

// Generic code that is instantiated in other packages gets the functions below
// inlined, but not those of packages word and ledger: the compiler passes the
// body of a function on only if it was declared here, or inlined here. That is
// why the hot paths of Pool and Ref ask the slot. TestInlining watches over it.

// begin counts the lease that begins with w.
func (s *slot) begin(w word.Word) { s.counter.Begin(w) }

// startReset counts the end of a lease whose object is about to be reset. next
// is the first word of the lease to come. If the reset panics, end does not
// follow.
func (s *slot) startReset(next word.Word) { s.counter.StartReset(next) }

// end counts the end of a lease. next is the first word of the lease to come.
func (s *slot) end(next word.Word) { s.counter.End(next) }

// nextAfter returns the first word of the lease that follows the one of w.
func nextAfter(w word.Word) word.Word { return w.Next() }

// maybeUnshared reports whether the release of t may be tried as one swap, from
// the word of a lease that was never shared to the one after it. (The swap is not
// part of this function: as one condition the two would cost another jump.)
func maybeUnshared(t word.Tag) bool { return t.Unshared() }

// holds reports whether there is a slot, and t is live.
func (s *slot) holds(t word.Tag) bool {
	_, live := s.look(t)
	return live
}

// look is like holds, and returns the word. If t is live, the word is of its
// lease: the lease began before the word was loaded, and goes on when the table
// says that t is live.
func (s *slot) look(t word.Tag) (w word.Word, live bool) {
	if s == nil {
		return 0, false
	}
	w = s.load()
	return w, w.Holds(t) && (!t.Counted() || s.handles.Load().Holds(t))
}

// issue returns the tag of a reference that was counted just now, as the last of
// the given number.
func (s *slot) issue(h handle.Home, counted int) word.Tag {
	table := s.handles.Load()
	if table == nil {
		s.handles.CompareAndSwap(nil, new(handle.Table))
		table = s.handles.Load()
	}
	if t, ok := table.Issue(h, counted); ok {
		return t
	}
	for { // the table is used up; the reference keeps its count
		if w := s.load(); s.swap(w, w.Endless()) {
			return word.Uncounted
		}
	}
}

// sweep frees the parked entries of the lease of w, in which the caller has or had
// a reference, and returns how many it has to uncount.
func (s *slot) sweep(w word.Word) int {
	return s.handles.Load().Sweep(func() bool { return s.load().SameLease(w) })
}

// unpark uncounts what is parked in the lease of w, in which the caller has a
// reference, and reports whether it was anything.
func (s *slot) unpark(w word.Word) bool {
	if w.Extra() == 0 {
		return false
	}
	n := s.sweep(w)
	if n == 0 {
		return false
	}
	if w, outcome := s.uncount(n); outcome != word.Released { // the reference was released meanwhile
		s.pool.recycle(s, w, outcome)
	}
	return true
}

// swapHeld swaps the word if t is live all the while. Of a counted reference the
// word does not tell that.
func (s *slot) swapHeld(t word.Tag, old, new word.Word) bool {
	if !t.Counted() {
		return s.swap(old, new)
	}
	table := s.handles.Load()
	if !table.Reserve(t) {
		return false
	}
	swapped := s.swap(old, new)
	if !swapped {
		table.Restore(t)
	}
	return swapped
}

// retired returns where the slot's retirement is counted.
func (s *slot) retired() *ledger.Retirements { return &s.pool.ledger.Retired }

// letGo forgets the object of a slot that is never leased again. A stale Ref may
// be kept, and must not keep the object.
func (s *slot) letGo() { s.object = nil }

// retire counts a slot that is left to the garbage collector, after the lease of
// w: it was misused, or its generations are used up.
func (s *slot) retire(w word.Word) {
	s.letGo()
	if w&word.Suspect != 0 {
		s.retired().Misuse.Add(1)
	} else {
		s.retired().Worn.Add(1)
	}
}

// misuse raises a *Misuse: it panics with it, or returns if misuses are only
// reported. The slot is marked suspect, if there is one, because the offender may
// still hold the *T: nobody gets the object again. It is not marked if the
// mistake does not put the object in doubt. inner are calls within the one that
// was the mistake.
func (s *slot) misuse(kind Kind, op string, t word.Tag, inner ...uintptr) {
	m := &Misuse{Kind: kind, Op: op, MisusedAt: append(inner, callers()...)}
	if s == nil {
		m.Kind = ZeroRef
		m.Raise()
		return
	}
	m.Pool, m.ledger = s.pool.ledger.Name(), s.pool.ledger.ID()
	if kind != TooManyRefs && kind != DetachShared {
		s.markSuspect()
	}
	if r := s.record.Load(); r != nil {
		r.explain(m, t)
	}
	m.Raise()
}

func (s *slot) markSuspect() {
	for {
		w := s.load()
		if s.swap(w, w.MarkSuspect()) {
			return
		}
	}
}

// makeEndless makes the lease of t endless, while t is live.
func (s *slot) makeEndless(t word.Tag) {
	for {
		w, live := s.look(t)
		if !live || s.swap(w, w.Endless()) {
			return
		}
	}
}
