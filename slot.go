package rcpool

import (
	"sync/atomic"
	"unsafe"
)

// A slot is what circulates: one pooled object with its state word. It is not
// generic, so that what comes out of the inner sync.Pool needs no generic type
// assertion, which would cost a dictionary look-up on every lease. That is
// what the two unsafe pointers are for.
//
// Their argument: a slot is made in one place, Pool[T].slotFor, which stores a
// *T in object and its own *Pool[T] in home. Neither changes afterwards. A
// slot is only ever put into the inner pool of its home, or on its shelf, and
// only ever named by a Ref[T] that its home handed out, so whoever asks for objectOf[T] or
// homeOf[T] asks with the T it was made with. Both are ordinary pointers to
// the garbage collector.
type slot struct {
	state   atomic.Uint64 // a word; see state.go
	object  unsafe.Pointer
	line    *line
	home    unsafe.Pointer
	reset   resetter // the object, if it has a Reset method of its own
	serial  atomic.Uint32
	shelved bool                   // has its place on the shelf, not in the inner pool
	place   *bookmark              // keeps the line's page in the books
	record  atomic.Pointer[record] // of the checked lease, which is the last one of the slot
}

type resetter interface{ Reset() }

func objectOf[T any](s *slot) *T     { return (*T)(s.object) }
func homeOf[T any](s *slot) *Pool[T] { return (*Pool[T])(s.home) }

func (s *slot) load() word { return word(s.state.Load()) }

func (s *slot) swap(old, new word) bool {
	return s.state.CompareAndSwap(uint64(old), uint64(new))
}

// suspect marks the slot after a misuse. The offender may still hold the *T,
// so nobody shall be given the object again.
func (s *slot) suspect() {
	for {
		w := s.load()
		if s.swap(w, w.suspect()) {
			return
		}
	}
}
