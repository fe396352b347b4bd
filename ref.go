package rcpool

import "unsafe"

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
	slot *slot
	tag  tag
}

// Value borrows the object. The *T is valid as long as the reference is: it
// must not be kept or used after r was released or handed on. That is the one
// mistake a Ref can not notice.
//
// Value panics with a *Misuse if r is zero (ZeroRef) or stale
// (UseAfterRelease).
func (r Ref[T]) Value() *T { return (*T)(r.slot.borrow(r.tag, (*slot).borrowSlow)) }

// borrow is the object if t is a live identity. It is written so that it, and
// Value with it, is inlined into the caller, for a call costs as much as the
// check: the compiler's budget counts the call of a parameter as a third of a
// call by name. TestInlining watches over it.
func (s *slot) borrow(t tag, slow func(*slot, tag)) unsafe.Pointer {
	if s == nil || s.load()&(generationMask|word(t)) != word(t) {
		slow(s, t)
	}
	return s.object
}

func (s *slot) borrowSlow(t tag) {
	if s == nil || !s.holds(t) {
		misuse(UseAfterRelease, "Value", s, t)
	}
}

// holds says whether t is live. Of counted references the word knows only how
// many there are, but if the lease is checked, its record knows them.
func (s *slot) holds(t tag) bool {
	w := s.load()
	return w.holds(t) && (!t.counted() || w&checkedFlag == 0 || s.record.Load().holds(t))
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
		misuse(StaleRetain, "Retain", r.slot, r.tag)
	}
	return Ref[T]{r.slot, t}
}

// TryRetain is Retain that answers false, and the zero Ref, if r is zero or
// stale. It is for those who keep a Ref without owning it, such as an index of
// what is in flight. It panics only with TooManyRefs.
func (r Ref[T]) TryRetain() (Ref[T], bool) {
	t, ok := r.slot.retain(r.tag)
	if !ok {
		return Ref[T]{}, false
	}
	return Ref[T]{r.slot, t}, true
}

func (s *slot) retain(t tag) (tag, bool) {
	if s == nil {
		return 0, false
	}
	serial := uint32(0)
	for {
		w := s.load()
		next, u, ok := w.retain(t, serial)
		switch {
		case !ok || t.counted() && !s.holds(t):
			return 0, false
		case u == 0:
			misuse(TooManyRefs, "Retain", s, t)
		case u.counted() && serial == 0:
			serial = s.serial.Add(1) // only counted references need one
			continue
		}
		if s.swap(w, next) {
			if w&checkedFlag != 0 {
				s.record.Load().take(u)
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
	if s == nil || !r.tag.unshared() || !s.swap(word(r.tag), word(r.tag)+generationOne) {
		r.releaseShared()
		return
	}

	// That was the last reference, and nobody else knows the slot now: its word
	// has moved on, and it is not in the inner pool yet. What follows is recycle
	// once more, for the common cases, since a call would cost 2 ns in 16.
	p, over := homeOf[T](s), word(r.tag)+generationOne
	switch p.by {
	case byZero:
		*objectOf[T](s) = *new(T)
	case byMethod:
		s.line.ended.set(over | resetting) // see resetting
		s.reset.Reset()
	case byFunc:
		s.line.ended.set(over | resetting)
		p.Reset(objectOf[T](s))
	default:
		p.recycle(s, word(r.tag), ended)
		return
	}
	s.line.ended.set(over)
	p.inner.Put(s)
}

// releaseShared releases a reference of a lease that is or was shared, or that
// ends in another way than going back to the inner pool.
func (r Ref[T]) releaseShared() {
	w, what := r.slot.release(r.tag)
	switch {
	case what == released:
	case w&checkedFlag != 0:
		homeOf[T](r.slot).endChecked(r.slot, w, r.tag)
	default:
		homeOf[T](r.slot).recycle(r.slot, w, what)
	}
}

// release gives up a reference of a lease that is or was shared, or that ends
// in retirement. w is the word that it was live in.
func (s *slot) release(t tag) (w word, what outcome) {
	if s == nil {
		misuse(ZeroRef, "Release", s, t)
	}
	if t.counted() && s.load()&checkedFlag != 0 && !s.record.Load().give(t) {
		misuse(DoubleRelease, "Release", s, t)
	}
	for {
		w = s.load()
		next, what := w.release(t)
		if what == refused {
			misuse(DoubleRelease, "Release", s, t)
		}
		if s.swap(w, next) {
			if w&checkedFlag != 0 && !t.counted() {
				s.record.Load().give(t)
			}
			return w, what
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
		misuse(ZeroRef, "Detach", s, r.tag)
	}
	for {
		w := s.load()
		next, ok := w.detach(r.tag)
		switch {
		case !s.holds(r.tag):
			misuse(UseAfterRelease, "Detach", s, r.tag)
		case !ok:
			misuse(DetachShared, "Detach", s, r.tag)
		}
		if s.swap(w, next) {
			s.line.ended.set(w.over())
			s.place.books.detached.Add(1)
			if w&checkedFlag != 0 {
				return detachChecked[T](s, r.tag)
			}
			return objectOf[T](s)
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

// IsZero says that r is the zero Ref.
func (r Ref[T]) IsZero() bool { return r.slot == nil }

// Valid says that r is neither zero nor stale. It is for diagnostics: in
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
