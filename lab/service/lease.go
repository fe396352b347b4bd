package service

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// The seam between the variants is this file: a source says where objects come
// from, a lease holds one. All logic is written once, against these two.
//
// What the plain variant pays for the seam is one branch per call, always taken
// the same way, and three words in a lease that stay zero; no count, no closure,
// no interface, no allocation that code written by hand without a pool would not
// make. Two other seams were weighed. An interface with several implementations
// would have cost the pooled variant an allocation per lease, since an
// rcpool.Ref is two words. A pooled variant whose Keep always says no would have
// made the plain one count references that nobody needs.

// origin is where the objects of a source come from.
type origin uint8

const (
	fromPool origin = iota // an rcpool.Pool
	fromHeap               // new each time, left to the garbage collector
	fromHand               // a sync.Pool, with the count of references written by hand
)

// source is where the objects of one type come from. The fields of its pool
// describe the objects of every variant.
type source[T any] struct {
	pool rcpool.Pool[T]
	from origin
	hand sync.Pool // of *counted[T]
}

// get returns one reference, owned by the caller, to an object that is as good as
// new.
func (s *source[T]) get() lease[T] {
	switch s.from {
	case fromPool:
		return lease[T]{ref: s.pool.Get()}
	case fromHand:
		c, _ := s.hand.Get().(*counted[T])
		if c == nil {
			c = &counted[T]{object: s.fresh(), home: s}
		}
		c.references.Store(1)
		return lease[T]{bare: c.object, hand: c}
	}
	return lease[T]{bare: s.fresh()}
}

// fresh returns a new object.
func (s *source[T]) fresh() *T {
	if s.pool.New != nil {
		return s.pool.New()
	}
	return new(T)
}

func (s *source[T]) name() string { return s.pool.Name }
func (s *source[T]) leaveToHeap() { s.from = fromHeap }

// stats returns the figures of the pool, if it is used.
func (s *source[T]) stats() []rcpool.Stats {
	if s.from != fromPool {
		return nil
	}
	return []rcpool.Stats{s.pool.Stats()}
}

func (s *source[T]) drain(ctx context.Context) error { return s.pool.Drain(ctx) }

// counted is an object that is pooled by hand. The gzip.Writers and buffers have
// one holder at a time and would need no count; it costs them some nanoseconds.
type counted[T any] struct {
	object     *T
	references atomic.Int32
	home       *source[T]
}

// release gives one reference up; the last one puts the object back. Nothing
// notices a release too many, or a use after the last.
func (c *counted[T]) release() {
	if c.references.Add(-1) != 0 {
		return
	}
	pool := &c.home.pool
	switch own, ok := any(c.object).(interface{ Reset() }); {
	case pool.Reset != nil:
		pool.Reset(c.object)
	case ok:
		own.Reset()
	default:
		var zero T
		*c.object = zero
	}
	if pool.Keep == nil || pool.Keep(c.object) {
		c.home.hand.Put(c)
	}
}

// lease is an owned reference, as an rcpool.Ref is, and under the same rule: a
// lease parameter hands ownership over, a *lease parameter borrows the reference
// (it may be retained, not released), a *T borrows the object. In the plain
// variant it is the bare pointer, and nothing happens when it is released.
type lease[T any] struct {
	ref  rcpool.Ref[T] // from an rcpool.Pool
	bare *T            // from elsewhere
	hand *counted[T]   // and from a sync.Pool
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
	switch {
	case l.hand != nil:
		l.hand.references.Add(1)
		return l
	case l.bare != nil:
		return l
	}
	return lease[T]{ref: l.ref.Retain()}
}

// hold takes a reference now; the function it returns runs f and gives it up.
func (l lease[T]) hold(f func(*T)) func() {
	switch {
	case l.hand != nil:
		held := l.retain()
		return func() {
			defer held.release()
			f(held.bare)
		}
	case l.bare != nil:
		return func() { f(l.bare) }
	}
	return l.ref.Hold(f)
}

// release gives the lease up. It panics, with an rcpool.Pool, if that was done
// before.
func (l lease[T]) release() {
	switch {
	case l.hand != nil:
		l.hand.release()
	case l.bare == nil:
		l.ref.Release()
	}
}

// drop releases *l unless it is zero, and zeroes it.
func drop[T any](l *lease[T]) {
	if l.hand != nil {
		l.hand.release()
	}
	rcpool.Drop(&l.ref)
	*l = lease[T]{}
}
