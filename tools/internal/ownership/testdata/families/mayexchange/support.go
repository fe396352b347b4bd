// Package mayexchange has functions that exchange what is in a field for another object if they
// have to, such as one that adds to a batch when that is full. Callers cannot tell whether they did,
// and own what is in the field all the same.
package mayexchange

import (
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type batch struct{ points []int }

func (b *batch) Reset() { b.points = b.points[:0] }

var batches rcpool.Pool[batch]

// A shipper has a batch at any time.
type shipper struct {
	cur     rcpool.Ref[batch]
	limit   int
	shipped int
}

func newShipper(limit int) *shipper { return &shipper{cur: batches.Get(), limit: limit} }

// add releases a full batch, and goes on with another one.
func (s *shipper) add(n int) {
	b := s.cur.Value()
	if len(b.points) == s.limit {
		s.shipped += len(b.points)
		s.cur.Release()
		s.cur = batches.Get()
		b = s.cur.Value()
	}
	b.points = append(b.points, n)
}

var errFull = errors.New("full")

// addOrFail does so, too, and says how it went.
func (s *shipper) addOrFail(n int) error {
	if n < 0 {
		return errFull
	}
	s.add(n)
	return nil
}

// A relay sends full batches away.
type relay struct {
	cur  rcpool.Ref[batch]
	full chan rcpool.Ref[batch]
}

func (r *relay) add(n int) {
	r.cur.Value().points = append(r.cur.Value().points, n)
	if len(r.cur.Value().points) < 8 {
		return
	}
	next := batches.Get()
	r.full <- r.cur
	r.cur = next
}

func drain(full chan rcpool.Ref[batch]) {
	for b := range full {
		b.Release()
	}
}

// An auction has the best bid that it was given, if any.
type auction struct {
	best rcpool.Ref[batch]
	most int
}

func (a *auction) bid(n int) {
	if !a.best.IsZero() && n <= a.most {
		return
	}
	rcpool.Drop(&a.best)
	a.best, a.most = batches.Get(), n
}

// line writes a line into a new buffer.
func line(words ...string) stdpool.ByteRef {
	b := stdpool.Bytes(0)
	for _, w := range words {
		b.WriteString(w)
		b.Append(' ')
	}
	return b
}

// A slot has something of a pool, and exchanges it for another one.
type slot[T any] struct {
	pool *rcpool.Pool[T]
	ref  rcpool.Ref[T]
}

func (s *slot[T]) renew(again bool) *T {
	if again && s.used() {
		s.ref.Release()
		s.ref = s.pool.Get()
	}
	return s.ref.Value()
}

func (s *slot[T]) used() bool { return s.ref.Valid() }

// An encoder has a buffer that it gives to its caller.
type encoder struct{ scratch stdpool.ByteRef }

func (e *encoder) encode(p []byte) stdpool.ByteRef {
	if e.scratch.IsZero() {
		e.scratch = stdpool.Bytes(64)
	}
	e.scratch.Truncate(0)
	e.scratch.Append(p...)
	return e.scratch.Move()
}

// A splitter has the rest that is no line yet.
type splitter struct{ rest stdpool.ByteRef }
