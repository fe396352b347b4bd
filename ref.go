package rcpool

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A Ref is an owned reference to a leased object. Whoever holds a Ref must
// Release it exactly once, or hand it on: as an argument or a result, over a
// channel, in a struct. The zero Ref refers to nothing.
//
// A Ref is two words and may be copied; a copy is the same reference, not
// another one. Refs are comparable, and two are equal only if they are the
// same reference (of the references beyond the first 20 of a lease: if fewer
// than 65,536 others were issued between them).
//
// Different references to one object may be used by different goroutines at
// the same time. The object itself is not locked: sharing it is sharing a
// pointer.
//
// A reference that was released is stale. Using it panics with a *Misuse, also
// after the object was leased again; so does a second Release through the same
// reference while others still hold the object. References of a lease beyond
// the first 20 have no identity and are only counted: a second Release of one
// of them is caught when the count runs out.
type Ref[T any] struct {
	_    [0]*T // so that a Ref[T] does not convert to a Ref[U]; first, so that it takes no space
	slot *slot
	tag  word.Tag
}

// Value borrows the object. The *T is valid as long as the reference is: it
// must not be kept or used after r was released or handed on. That is the one
// mistake a Ref can not notice.
//
// Value panics with a *Misuse if r is zero (ZeroRef) or stale
// (UseAfterRelease).
func (r Ref[T]) Value() *T { return (*T)(r.slot.borrow(r.tag, (*slot).borrowSlow)) }

// borrow returns the object if t is a live identity. It is written so that it,
// and Value with it, is inlined into the caller, because a call costs as much as
// the check: the compiler's budget counts the call of a parameter as a third of
// a call by name. TestInlining watches over it.
func (s *slot) borrow(t word.Tag, slow func(*slot, word.Tag)) unsafe.Pointer {
	if s == nil || !s.load().HasIdentity(t) {
		slow(s, t)
	}
	return s.object
}

func (s *slot) borrowSlow(t word.Tag) {
	if s == nil || !s.holds(t) {
		s.misuse(UseAfterRelease, "Value", t)
	}
}

// Retain issues another reference to the object, owned by the caller, with an
// identity of its own; r stays as it is. Give one to everything that shall
// outlive you: a goroutine, a callback, a timer.
//
// Retain panics with a *Misuse if r is zero (ZeroRef) or stale (StaleRetain),
// or if the lease has 32,787 references already (TooManyRefs).
func (r Ref[T]) Retain() Ref[T] {
	t, ok := r.slot.retain(r.tag)
	if !ok {
		r.slot.misuse(StaleRetain, "Retain", r.tag)
	}
	return Ref[T]{slot: r.slot, tag: t}
}

// TryRetain is Retain that answers false, and the zero Ref, if r is zero or
// stale. It is for those who keep a Ref without owning it, such as an index of
// what is in flight. It panics only with TooManyRefs.
func (r Ref[T]) TryRetain() (Ref[T], bool) {
	t, ok := r.slot.retain(r.tag)
	if !ok {
		return Ref[T]{}, false
	}
	return Ref[T]{slot: r.slot, tag: t}, true
}

func (s *slot) retain(t word.Tag) (word.Tag, bool) {
	if s == nil {
		return 0, false
	}
	serial := uint32(0)
	for {
		w := s.load()
		next, u, ok := w.Retain(t, serial)
		switch {
		case !ok || t.Counted() && !s.holds(t):
			return 0, false
		case u == 0:
			s.misuse(TooManyRefs, "Retain", t)
		case u.Counted() && serial == 0:
			serial = s.serial.Add(1) // only counted references need one
			continue
		}
		if s.swap(w, next) {
			if w&word.Checked != 0 {
				s.record.Load().retain(u)
			}
			return u, true
		}
	}
}

// Release gives up the reference. The last Release of a lease resets the
// object and returns it to its pool, or leaves it to the garbage collector:
// see Pool.Reset and Pool.Keep, whose panics it lets through.
//
// Release panics with a *Misuse if r is zero (ZeroRef) or was given up before
// (DoubleRelease). Of several goroutines that release the same reference,
// exactly one succeeds.
func (r Ref[T]) Release() {
	s := r.slot
	if s == nil || !s.releaseUnshared(r.tag) {
		r.releaseShared()
		return
	}

	// That was the last reference, and nobody else knows the slot now: its word
	// has moved on, and it is not in the inner pool yet. What follows is recycle
	// again, for the common cases, since a call would cost 2 ns in 16.
	p, w := poolOf[T](s), word.Word(r.tag)
	switch p.by {
	case byZero:
		*objectOf[T](s) = *new(T)
	case byMethod:
		s.startReset(w)
		s.reset.Reset()
	case byFunc:
		s.startReset(w)
		p.Reset(objectOf[T](s))
	default:
		p.recycle(s, w, word.Ended)
		return
	}
	s.end(w)
	p.inner.Put(s)
}

// releaseShared releases a reference of a lease that is or was shared, or that
// ends in another way than going back to the inner pool.
func (r Ref[T]) releaseShared() {
	w, outcome := r.slot.release(r.tag)
	switch {
	case outcome == word.Released:
	case w&word.Checked != 0:
		poolOf[T](r.slot).endChecked(r.slot, w, r.tag)
	default:
		poolOf[T](r.slot).recycle(r.slot, w, outcome)
	}
}

// release gives up a reference of a lease that is or was shared, or that ends
// in retirement. w is the word that it was live in.
func (s *slot) release(t word.Tag) (w word.Word, outcome word.Outcome) {
	if s == nil {
		s.misuse(ZeroRef, "Release", t)
	}
	if t.Counted() && s.load()&word.Checked != 0 && !s.record.Load().release(t) {
		s.misuse(DoubleRelease, "Release", t)
	}
	for {
		w = s.load()
		next, outcome := w.Release(t)
		if outcome == word.Refused {
			s.misuse(DoubleRelease, "Release", t)
		}
		race.ReleaseMerge(unsafe.Pointer(s))
		if s.swap(w, next) {
			if outcome != word.Released {
				race.Acquire(unsafe.Pointer(s)) // to the race detector, the word orders nothing
			}
			if w&word.Checked != 0 && !t.Counted() {
				s.record.Load().release(t)
			}
			return w, outcome
		}
	}
}

// Detach takes the object out of the pool for good. The caller, who must be
// its only owner, owns the *T like any other object; r and its lease are over.
// Use the result, not a *T that was borrowed before: of a guarded object (see
// Pool.Guard) it is a copy.
//
// Detach panics with a *Misuse if r is zero (ZeroRef) or stale
// (UseAfterRelease), or if others hold references (DetachShared), who are not
// affected.
func (r Ref[T]) Detach() *T {
	s := r.slot
	if s == nil {
		s.misuse(ZeroRef, "Detach", r.tag)
	}
	if w := s.detach(r.tag); w&word.Checked != 0 {
		return detachChecked[T](s, r.tag)
	}
	return objectOf[T](s)
}

// detach ends the lease for good. w is the word that it was in.
func (s *slot) detach(t word.Tag) (w word.Word) {
	for {
		w = s.load()
		next, ok := w.Detach(t)
		switch {
		case !s.holds(t):
			s.misuse(UseAfterRelease, "Detach", t)
		case !ok:
			s.misuse(DetachShared, "Detach", t)
		}
		if s.swap(w, next) {
			race.Acquire(unsafe.Pointer(s)) // after the releases of the other references
			s.end(w)
			s.chunk.Ledger().Detached.Add(1)
			return w
		}
	}
}

// Hold takes another reference now, and returns a function that runs f with
// the object and then releases that reference, also if f panics. The function
// must be called exactly once:
//
//	wg.Go(ref.Hold(f))
//	time.AfterFunc(d, ref.Hold(f))
//
// If it is never called, the object leaks; calling it again is a misuse, and
// panics like Value.
// Hold itself panics like Retain.
func (r Ref[T]) Hold(f func(*T)) func() {
	held := r.Retain()
	return func() {
		object := held.Value()
		defer held.Release()
		f(object)
	}
}

// Go runs f with the object in a goroutine that holds a reference of its own
// until f returns. It panics like Retain, before it starts the goroutine.
func (r Ref[T]) Go(f func(*T)) { go r.Hold(f)() }

// IsZero reports whether r is the zero Ref.
func (r Ref[T]) IsZero() bool { return r.slot == nil }

// Valid reports whether r is neither zero nor stale. It is for diagnostics: in
// concurrent code the answer may be old before it arrives. To hold on to what
// may be stale, use TryRetain.
func (r Ref[T]) Valid() bool { return r.slot != nil && r.slot.holds(r.tag) }

// Move hands *r on: it returns the reference and zeroes *r. With Drop it makes
// clean-up and hand-over combine:
//
//	ref := pool.Get()
//	defer rcpool.Drop(&ref)
//	…
//	return rcpool.Move(&ref), nil
func Move[T any](r *Ref[T]) Ref[T] {
	moved := *r
	*r = Ref[T]{}
	return moved
}

// Drop releases *r, unless it is zero, and zeroes it. It panics like Release.
func Drop[T any](r *Ref[T]) {
	if moved := Move(r); !moved.IsZero() {
		moved.Release()
	}
}
