// Package lease has constructors in a package of their own.
package lease

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Handle owns a reference until it is closed.
type Handle[T any] struct {
	name string
	ref  rcpool.Ref[T]
}

// Open returns a handle that owns ref.
func Open[T any](name string, ref rcpool.Ref[T]) *Handle[T] {
	return &Handle[T]{name: name, ref: ref}
}

// Value borrows the object.
func (h *Handle[T]) Value() *T { return h.ref.Value() }

// Close gives up the reference. Call it once.
func (h *Handle[T]) Close() { h.ref.Release() }

// ErrName means that a name is empty.
var ErrName = errors.New("empty name")

// OpenNamed is like Open, but fails if the name is empty, and then releases ref.
func OpenNamed[T any](name string, ref rcpool.Ref[T]) (*Handle[T], error) {
	if name == "" {
		ref.Release()
		return nil, ErrName
	}
	return Open(name, ref), nil
}
