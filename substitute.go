package rcpool

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/word"
)

// While misuses are only reported, the user of a stale reference gets a
// substitute in place of the object: a new one that nobody else has, and that is
// never leased again.

// An objectType makes substitutes of a type T, for code that is not generic.
type objectType interface {
	// substitute returns a substitute for a stale reference to the slot, or for the
	// zero Ref if that is nil.
	substitute(*slot) unsafe.Pointer
}

// typed[T] is the objectType of T. It has no size, so that making an interface
// of it allocates nothing.
type typed[T any] struct{}

func (typed[T]) substitute(s *slot) unsafe.Pointer {
	if s == nil {
		return unsafe.Pointer(new(T))
	}
	return s.pool.newObject()
}

// leaseSubstitute leases a substitute in place of the object of s. The lease ends in
// retirement. For the zero Ref it returns the zero Ref.
func leaseSubstitute[T any](s *slot) Ref[T] {
	if s == nil {
		return Ref[T]{}
	}
	s = s.pool.newSlot(s.pool.newObject())
	s.store(word.First.MarkSuspect())
	s.begin(word.First)
	return Ref[T]{slot: s, tag: word.First.Lease()}
}
