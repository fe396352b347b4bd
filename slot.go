package rcpool

import (
	"sync/atomic"
	"unsafe"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A slot is what circulates: one pooled object with its state word. It is not
// generic, so that what comes out of the inner sync.Pool needs no generic type
// assertion, which would cost a dictionary look-up on every lease. That is
// what the two unsafe pointers are for; poolOf and objectOf have the argument.
type slot struct {
	state   race.Uint64    // a word.Word
	object  unsafe.Pointer // a *T
	counter *ledger.Counter
	pool    unsafe.Pointer // the *Pool[T] that made the slot
	reset   resetter       // the object, if it has a Reset method of its own
	serial  race.Uint32
	shelved bool                   // is on the shelf when idle, and not in the inner pool
	chunk   *ledger.Chunk          // keeps the counter in its ledger
	record  atomic.Pointer[record] // of the checked lease, which is the last one of the slot
}

type resetter interface{ Reset() }

func (s *slot) load() word.Word { return word.Word(s.state.Load()) }

func (s *slot) store(w word.Word) { s.state.Store(uint64(w)) }

func (s *slot) swap(old, new word.Word) bool {
	return s.state.CompareAndSwap(uint64(old), uint64(new))
}

// Generic code that is instantiated in other packages gets the functions below
// inlined, but not those of packages word and ledger: the compiler passes the
// body of a function on only if it was declared here, or inlined here. That is
// why the hot paths of Pool and Ref ask the slot. TestInlining watches over it.

// begin counts the lease that begins with w, and returns the tag of its first
// reference.
func (s *slot) begin(w word.Word) word.Tag {
	s.counter.Begin(w)
	return w.Lease()
}

// startReset counts the end of the lease of w, whose object is about to be
// reset. If the reset panics, end does not follow.
func (s *slot) startReset(w word.Word) { s.counter.StartReset(w.Next()) }

// end counts the end of the lease of w.
func (s *slot) end(w word.Word) { s.counter.End(w.Next()) }

// releaseUnshared releases t if it is the only reference that its lease ever
// had, unless the lease ends in retirement. The slot is the caller's then.
func (s *slot) releaseUnshared(t word.Tag) bool {
	return t.Unshared() && s.swap(word.Word(t), word.Word(t)+word.GenerationOne)
}

// holds reports whether t is live. Of counted references the word knows only how
// many there are, but if the lease is checked, its record knows them.
func (s *slot) holds(t word.Tag) bool {
	w := s.load()
	return w.Holds(t) && (!t.Counted() || w&word.Checked == 0 || s.record.Load().holds(t))
}

// retired returns where the slot's retirement is counted.
func (s *slot) retired() *ledger.Retirements { return &s.chunk.Ledger().Retired }

// retire counts a slot that is left to the garbage collector, after the lease of
// w: it was misused, or its generations are used up.
func (s *slot) retire(w word.Word) {
	if w&word.Suspect != 0 {
		s.retired().Misuse.Add(1)
	} else {
		s.retired().Worn.Add(1)
	}
}

// misuse panics with a *Misuse. The slot is marked suspect, if there is one,
// because the offender may still hold the *T: nobody gets the object again. It
// is not marked if the mistake does not put the object in doubt.
func (s *slot) misuse(kind Kind, op string, t word.Tag) {
	m := &Misuse{Kind: kind, Op: op, MisusedAt: callers()}
	if s == nil {
		m.Kind = ZeroRef
		raise(m)
	}
	m.Pool, m.ledger = s.chunk.Ledger().Name(), s.chunk.Ledger().ID()
	if kind != TooManyRefs && kind != DetachShared {
		s.markSuspect()
	}
	if r := s.record.Load(); r != nil && r.lease.SameLease(t) {
		r.explain(m, t)
	}
	raise(m)
}

func (s *slot) markSuspect() {
	for {
		w := s.load()
		if s.swap(w, w.MarkSuspect()) {
			return
		}
	}
}
