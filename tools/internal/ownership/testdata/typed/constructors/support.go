// Package constructors is about functions that put references into new structs.
package constructors

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type buffer struct{ data []byte }

func (b *buffer) Reset() { b.data = b.data[:0] }

var buffers rcpool.Pool[buffer]

var errBad = errors.New("bad")

// A holder owns a reference until Close.
type holder struct {
	name string
	ref  rcpool.Ref[buffer]
}

func newHolder(r rcpool.Ref[buffer]) *holder { return &holder{ref: r} }

func (h *holder) Close() { h.ref.Release() }

// A box is a holder of anything.
type box[T any] struct{ ref rcpool.Ref[T] }

func newBox[T any](r rcpool.Ref[T]) *box[T] { return &box[T]{r} }

func (b *box[T]) Close() { b.ref.Release() }

// A pair has two owners.
type pair struct{ a, b *holder }

func newPair() *pair {
	return &pair{a: &holder{ref: buffers.Get()}, b: &holder{ref: buffers.Get()}}
}

func (p *pair) Close() {
	p.a.Close()
	p.b.Close()
}

// set replaces both holders at once.
func (p *pair) set() {
	p.a = &holder{ref: buffers.Get()}
	p.b = &holder{ref: buffers.Get()}
}

// twin has its owners one struct deeper.
type twin struct{ left, right struct{ in *holder } }

func newTwin() *twin {
	t := &twin{}
	t.left.in = &holder{ref: buffers.Get()}
	t.right.in = &holder{ref: buffers.Get()}
	return t
}

func validate(name string) error {
	if name == "" {
		return errBad
	}
	return nil
}
