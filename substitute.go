package rcpool

import (
	"reflect"
	"unsafe"

	"github.com/rcpool/rcpool/internal/word"
)

// While misuses are only reported, the user of a stale reference gets a
// substitute in place of the object: a new one that nobody else has, and that is
// never leased again.

// substitute returns a substitute for a stale reference to s. For the zero Ref,
// which has no slot, it is what the nil pointer of says, a *T.
func (s *slot) substitute(of any) unsafe.Pointer {
	if s == nil {
		return reflect.New(reflect.TypeOf(of).Elem()).UnsafePointer()
	}
	return s.pool.newObject()
}

// leaseSubstitute leases a substitute in place of the object of s. The lease ends in
// retirement. For the zero Ref it returns the zero Ref.
func (s *slot) leaseSubstitute() (*slot, word.Tag) {
	if s == nil {
		return nil, 0
	}
	s = s.pool.newSlot(s.pool.newObject())
	s.store(word.First.MarkSuspect())
	s.begin(word.First)
	return s, word.First.Lease()
}
