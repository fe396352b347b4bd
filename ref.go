package rcpool

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/handle"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A Ref is an owned reference to a leased object. Its owner must Release it
// exactly once or hand it over: as an argument or result, on a channel, or in a
// struct. The zero Ref refers to nothing.
//
// A copy of a Ref is the same reference, not another one. Two Refs are equal if
// and only if they are the same reference.
//
// A Ref that was released is stale. Using it panics with a *Misuse, even after
// the object was leased again, and even while other references to the object
// are live, however many there are or were. After SetPanicOnMisuse(false) a
// misuse is only reported, and harms nobody else; see there.
//
// Different references to one object may be used by different goroutines at
// the same time. Nothing locks the object itself: sharing it is like sharing a
// pointer.
type Ref[T any] struct {
	_    [0]*T // so that a Ref[T] does not convert to a Ref[U]; first, so that it takes no space
	slot *slot
	tag  word.Tag
}

// Value borrows the object. The *T is valid until r is released or handed over.
// Do not keep it longer: a Ref cannot notice that.
//
// Value panics with a *Misuse if r is zero (ZeroRef) or stale
// (UseAfterRelease).
func (r Ref[T]) Value() *T { return (*T)(r.slot.borrow(r.tag, (*T)(nil), borrowSlow)) }

// borrow returns the object if t is a live identity. It is written so that it,
// and Value with it, is inlined into the caller, because a call costs as much as
// the check: the compiler's budget counts the call of a parameter as a third of
// a call by name. TestInlining watches over it.
func (s *slot) borrow(t word.Tag, of any, slow func(*slot, word.Tag, any) unsafe.Pointer) unsafe.Pointer {
	if s == nil || !s.load().HasIdentity(t) {
		return slow(s, t, of)
	}
	return s.object
}

func borrowSlow(s *slot, t word.Tag, of any) unsafe.Pointer {
	if !s.holds(t) {
		s.misuse(UseAfterRelease, "Value", t)
		return s.substitute(of)
	}
	return s.object
}

// Retain returns another reference to the object. The caller owns it; r stays
// as it is. Retain before you start work that outlives you, such as a goroutine,
// a callback or a timer, and let that work release the new reference.
//
// Retain panics with a *Misuse if r is zero (ZeroRef) or stale (StaleRetain),
// or if the lease has 32,787 references (TooManyRefs).
func (r Ref[T]) Retain() Ref[T] {
	s, t := r.slot.mustRetain(r.tag)
	return Ref[T]{slot: s, tag: t}
}

// mustRetain returns another reference to the object, or one to a substitute.
func (s *slot) mustRetain(t word.Tag) (*slot, word.Tag) {
	if s != nil { // the common case of retain
		w := s.load()
		if next, u, ok := w.Share(t); ok && s.swap(w, next) {
			return s, u
		}
	}
	if u, ok := s.retain(t); ok {
		return s, u
	}
	s.misuse(StaleRetain, "Retain", t)
	return s.leaseSubstitute()
}

// TryRetain is like Retain, but returns the zero Ref and false if r is zero or
// stale. Use it for a Ref that is kept but not owned, such as an entry in an
// index of requests in flight. It panics only with TooManyRefs.
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
	var here byte
	home := handle.HomeOf(&here)
	for {
		if table := s.handles.Load(); table.HasParked() {
			if u, ok := table.TakeOver(home, &s.state, t); ok {
				return u, true
			}
		}
		w := s.load()
		next, u, ok := w.Retain(t)
		switch {
		case !ok || t.Counted() && !s.handles.Load().Holds(t):
			return 0, false
		case u == 0 && s.unpark(w):
			continue
		case u == 0:
			s.misuse(TooManyRefs, "Retain", t)
			s.makeEndless(t)
			continue
		}
		if s.swap(w, next) {
			if u.Counted() {
				u = s.issue(home, next.Extra())
			}
			if w&word.Checked != 0 {
				s.record.Load().retain(u)
			}
			return u, true
		}
	}
}

// Release gives up the reference. The last Release of a lease resets the object
// and returns it to its pool or, if Pool.Keep returns false, leaves it to the
// garbage collector. A panic of Pool.Reset or Pool.Keep goes on to the caller.
//
// Release panics with a *Misuse if r is zero (ZeroRef) or was released before
// (DoubleRelease). If several goroutines release the same reference, exactly
// one succeeds.
func (r Ref[T]) Release() {
	// The load is for leases that were shared: a swap that fails costs as much as
	// one that succeeds. Of the four as one condition with || the compiler would
	// make a value first, and then test it, for 3 to 8 % of a lease.
	s := r.slot
	w, next := word.Word(r.tag), word.Word(r.tag)+word.GenerationOne
	switch {
	case s == nil, !maybeUnshared(r.tag), s.load() != w, !s.swap(w, next):
		var ended bool
		if w, ended = s.releaseShared(r.tag, "Release"); !ended {
			return
		}
		next = nextAfter(w)
	}

	// That was the last reference, and nobody else knows the slot now: its word
	// has moved on, and it is not idle yet. What follows is recycle
	// again, for the common cases, since each call would cost 1 ns in 14.
	switch s.pool.by {
	case byZero:
		zero(objectOf[T](s))
	case byFunc:
		s.startReset(next)
		poolOf[T](s).reset(objectOf[T](s))
	default:
		s.startReset(next)
		p := poolOf[T](s)
		if p.reset != nil {
			p.reset(objectOf[T](s))
		} else {
			zero(objectOf[T](s))
		}
		if !p.Keep(objectOf[T](s)) {
			s.refuse(next)
			return
		}
	}
	s.end(next)
	i := pin() // as in idleSlots.put, but in line
	if head := s.pool.idle.caches(); hasCache(head, i) {
		if c := cacheOf(head, i); makeRoom(c) {
			setLatest(c, s)
			unpin()
			return
		}
	}
	unpin()
	s.pool.idle.put(s)
}

// releaseShared releases a reference of a lease that is or was shared, or that
// ends in another way than becoming idle. If the slot is to go
// there, ended is true, and the slot is the caller's; w is the word of the lease.
func (s *slot) releaseShared(t word.Tag, op string) (w word.Word, ended bool) {
	if s != nil { // the common case of release
		w = s.load()
		if next, outcome := w.Unshare(t); outcome != word.Refused {
			race.ReleaseMerge(unsafe.Pointer(s))
			if s.swap(w, next) {
				if outcome == word.Ended {
					race.Acquire(unsafe.Pointer(s)) // as in release
				}
				return w, outcome == word.Ended
			}
		}
	}
	var outcome word.Outcome
	if s != nil && t.Counted() {
		w, outcome = s.releaseCounted(t, op)
	} else {
		w, outcome = s.release(t, op)
	}
	switch {
	case outcome == word.Refused || outcome == word.Released:
	case w&word.Checked != 0:
		s.pool.endChecked(s, w, t)
	case outcome == word.Retired:
		s.pool.recycle(s, w, outcome)
	default:
		return w, true
	}
	return w, false
}

// release gives up a reference of a lease that is or was shared, or that ends
// in retirement. If that ended the lease, w is a word of it.
func (s *slot) release(t word.Tag, op string) (w word.Word, outcome word.Outcome) {
	if s == nil {
		s.misuse(DoubleRelease, op, t)
		return 0, word.Refused
	}
	if t.Counted() {
		return s.releaseCounted(t, op)
	}
	for {
		w = s.load()
		next, outcome := w.Release(t)
		if outcome == word.Refused {
			s.misuse(DoubleRelease, op, t)
			return w, outcome
		}
		race.ReleaseMerge(unsafe.Pointer(s))
		if !s.swap(w, next) {
			continue
		}
		s.recordRelease(w, t)
		if w.Sweeps(t) {
			if n := s.sweep(w); n > 0 {
				return s.uncount(n)
			}
		}
		if outcome != word.Released {
			outcome = s.afterEnd(w, outcome)
		}
		return w, outcome
	}
}

// releaseCounted is release of a counted reference.
func (s *slot) releaseCounted(t word.Tag, op string) (w word.Word, outcome word.Outcome) {
	table := s.handles.Load()
	if !race.Enabled || table.Holds(t) { // or else ReleaseMerge would tell of what is not given up
		race.ReleaseMerge(unsafe.Pointer(s))
	}
	uncount, live := table.Release(&s.state, t)
	if !live {
		s.misuse(DoubleRelease, op, t)
		return 0, word.Refused
	}
	if !uncount {
		return 0, word.Released
	}
	w, outcome = s.uncount(1)
	s.recordRelease(w, t)
	return w, outcome
}

// uncount gives up n counts that are the caller's: it has freed the entries. If
// that ended the lease, w is its last word.
func (s *slot) uncount(n int) (w word.Word, outcome word.Outcome) {
	for {
		w = s.load()
		next, outcome := w.Uncount(n)
		if !s.swap(w, next) {
			continue
		}
		if outcome != word.Released {
			outcome = s.afterEnd(w, outcome)
		}
		return w, outcome
	}
}

// afterEnd completes the outcome of a release that has ended the lease of w.
func (s *slot) afterEnd(w word.Word, outcome word.Outcome) word.Outcome {
	race.Acquire(unsafe.Pointer(s)) // to the race detector, the word orders nothing
	if outcome == word.Ended && w.UsedUp() && s.handles.Load().Trim() {
		return word.Retired
	}
	return outcome
}

// recordRelease records the release of t if the lease of w is checked.
func (s *slot) recordRelease(w word.Word, t word.Tag) {
	if w&word.Checked != 0 {
		s.record.Load().release(t)
	}
}

// Detach takes the object out of its pool for good. The caller must own the only
// reference. Afterwards the caller owns the *T like any other object, and r is
// stale. Use the result, not a *T that was borrowed before: Detach of an object
// with guard pages (see Pool.Guard) returns a copy.
//
// Detach panics with a *Misuse if r is zero (ZeroRef) or stale
// (UseAfterRelease), or if there are other references (DetachShared), which
// stay valid.
func (r Ref[T]) Detach() *T {
	return (*T)(r.slot.detachObject(r.tag, (*T)(nil)))
}

func (s *slot) detachObject(t word.Tag, of any) (object unsafe.Pointer) {
	w, outcome := s.detach(t)
	frees := s != nil && s.pool.freer != nil
	switch {
	case outcome == word.Refused || outcome == word.Released && frees: // or the caller would free what the others use
		object = s.substitute(of)
	case outcome == word.Retired && w&word.Checked != 0:
		object = s.pool.detachChecked(s, t)
	default:
		object = s.object
	}
	if frees {
		s.pool.freer.disown(object)
	}
	return object
}

// detach ends the lease of w for good (Retired). If t is zero or stale, it
// changes nothing (Refused). If there are other references, the lease becomes
// endless, so that the object can be theirs and the caller's (Released).
func (s *slot) detach(t word.Tag) (w word.Word, outcome word.Outcome) {
	for {
		w, live := s.look(t)
		next, ok := w.Detach(t)
		switch {
		case !live:
			s.misuse(UseAfterRelease, "Detach", t)
			return 0, word.Refused
		case !ok && s.unpark(w):
			// The other references may have been released: look again.
		case !ok:
			s.misuse(DetachShared, "Detach", t)
			s.makeEndless(t)
			_, outcome := s.release(t, "Detach")
			return w, outcome
		case s.swapHeld(t, w, next):
			race.Acquire(unsafe.Pointer(s)) // after the releases of the other references
			s.end(w.Next())
			s.pool.ledger.Detached.Add(1)
			return w, word.Retired
		}
	}
}

// IsZero reports whether r is the zero Ref.
func (r Ref[T]) IsZero() bool { return r.slot == nil }

// Valid reports whether r is live: neither zero nor stale. Another goroutine may
// change that before the caller sees the answer, so use Valid for diagnostics
// only. To keep a reference that may be stale, use TryRetain.
func (r Ref[T]) Valid() bool { return r.slot.holds(r.tag) }

// Move hands *r over: it returns the reference, which the caller owns, and sets
// *r to zero. With Drop it combines clean-up and hand-over:
//
//	ref := pool.Get()
//	defer rcpool.Drop(&ref) // does nothing after Move
//	…
//	return rcpool.Move(&ref), nil
func Move[T any](r *Ref[T]) Ref[T] {
	moved := *r
	*r = Ref[T]{}
	return moved
}

// Drop releases *r and sets it to zero. It does nothing if *r is zero. It panics
// like Release.
func Drop[T any](r *Ref[T]) {
	switch moved := Move(r); {
	case moved.slot == nil:
	case moved.slot.holds(moved.tag):
		moved.Release()
	default:
		moved.slot.misuse(DoubleRelease, "Drop", moved.tag)
	}
}
