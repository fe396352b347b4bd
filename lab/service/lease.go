package service

import "github.com/rcpool/rcpool"

// The seam between the two variants is this file: a source says where objects
// come from, a lease holds one. All logic is written once, against these two.
//
// What the plain variant pays for the seam is one branch per call, always taken
// the same way, and two words in a lease that stay zero; no count, no closure,
// no interface, no allocation that code written by hand without a pool would not
// make. Two other seams were weighed. An interface with two implementations
// would have cost the pooled variant an allocation per lease, since an
// rcpool.Ref is two words. A pooled variant whose Keep always says no would have
// made the plain one count references that nobody needs.

// source is where the objects of one type come from. The fields of its pool
// describe the objects of either variant.
type source[T any] struct {
	pool  rcpool.Pool[T]
	plain bool // never use the pool: objects are new, and go to the garbage collector
}

// get returns one reference, owned by the caller, to an object that is as good as
// new.
func (s *source[T]) get() lease[T] {
	switch {
	case !s.plain:
		return lease[T]{ref: s.pool.Get()}
	case s.pool.New != nil:
		return lease[T]{bare: s.pool.New()}
	default:
		return lease[T]{bare: new(T)}
	}
}

// lease is an owned reference, as an rcpool.Ref is, and under the same rule: a
// lease parameter hands ownership over, a *lease parameter borrows the reference
// (it may be retained, not released), a *T borrows the object. In the plain
// variant it is the bare pointer, and nothing happens when it is released.
type lease[T any] struct {
	ref  rcpool.Ref[T] // pooled
	bare *T            // plain
}

// value lends the object, for as long as the lease is held.
func (l lease[T]) value() *T {
	if l.bare != nil {
		return l.bare
	}
	return l.ref.Value()
}

// retain returns another lease of the same object, owned by the caller.
func (l lease[T]) retain() lease[T] {
	if l.bare != nil {
		return l
	}
	return lease[T]{ref: l.ref.Retain()}
}

// hold takes a reference now; the function it returns runs f and gives it up.
func (l lease[T]) hold(f func(*T)) func() {
	if l.bare != nil {
		return func() { f(l.bare) }
	}
	return l.ref.Hold(f)
}

// release gives the lease up. It panics, in the pooled variant, if that was done
// before.
func (l lease[T]) release() {
	if l.bare == nil {
		l.ref.Release()
	}
}

// drop releases *l unless it is zero, and zeroes it.
func drop[T any](l *lease[T]) {
	rcpool.Drop(&l.ref)
	l.bare = nil
}
