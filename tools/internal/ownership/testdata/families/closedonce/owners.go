// Package closedonce has owners whose Close releases once, however often it is called.
package closedonce

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type segment struct{ words int }

var segments rcpool.Pool[segment]

type owned[T any] struct {
	once sync.Once
	ref  rcpool.Ref[T]
}

func newOwned[T any](ref rcpool.Ref[T]) *owned[T] { return &owned[T]{ref: ref} }

func (o *owned[T]) do(f func(*T)) { f(o.ref.Value()) }

func (o *owned[T]) share() *owned[T] { return newOwned(o.ref.Retain()) }

func (o *owned[T]) Close() error {
	o.once.Do(o.ref.Release)
	return nil
}

// end is a Close that releases each time.
func (o *owned[T]) end() { o.ref.Release() }

func review(s *segment) { s.words++ }

// A loan is given back by what takes the reference over.
type loan struct {
	once sync.Once
	ref  rcpool.Ref[segment]
	free []rcpool.Ref[segment]
}

func (l *loan) give(ref rcpool.Ref[segment]) {
	if ref.Value().words > 9 {
		ref.Release()
		return
	}
	l.free = append(l.free, ref)
}

func (l *loan) Close() { l.once.Do(func() { l.give(rcpool.Move(&l.ref)) }) }

// end is a Close that gives back each time.
func (l *loan) end() { l.give(rcpool.Move(&l.ref)) }
