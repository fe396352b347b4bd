// Package generics has references to objects of any type.
package generics

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// A Point is a small object.
type Point struct {
	X, Y int
}

var (
	points  = rcpool.Pool[Point]{Name: "points"}
	buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}
)

// A box owns an object of any type until it is closed.
type box[T any] struct {
	ref rcpool.Ref[T]
}

func newBox[T any](pool *rcpool.Pool[T]) *box[T] {
	return &box[T]{ref: pool.Get()}
}

func (b *box[T]) open() *T { return b.ref.Value() }

func (b *box[T]) Close() { b.ref.Release() }

// consume gives up what it gets, when f has seen it.
func consume[T any](ref rcpool.Ref[T], f func(*T)) {
	defer ref.Release()
	f(ref.Value())
}

// inspect lets f see an object that stays its caller's.
func inspect[T any](ref *rcpool.Ref[T], f func(*T)) {
	f(ref.Value())
}

// lease is Get under another name.
func lease[T any](pool *rcpool.Pool[T]) rcpool.Ref[T] {
	return pool.Get()
}

// A parser fills an object of type T.
type parser[T any] interface {
	*T
	parse(text string) error
}

func (p *Point) parse(text string) error {
	p.X = len(text)
	return nil
}

func plot(*Point) {}
