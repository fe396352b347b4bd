// Package ofanytype is about functions that return what they were given, whatever its type is.
package ofanytype

import (
	"cmp"

	"github.com/rcpool/rcpool"
)

type span struct{ took int }

func (s *span) Reset() { *s = span{} }

type ref = rcpool.Ref[span]

var spans rcpool.Pool[span]

type recorder struct{ slots []rcpool.Ref[span] }

func (r *recorder) add(s rcpool.Ref[span]) { r.slots = append(r.slots, s) }

func (r *recorder) Close() {
	for _, s := range r.slots {
		s.Release()
	}
	r.slots = nil
}

func bySpeed(a, b rcpool.Ref[span]) int { return cmp.Compare(a.Value().took, b.Value().took) }

type source[T any] interface {
	Next() (T, bool)
	Peek() T
}
