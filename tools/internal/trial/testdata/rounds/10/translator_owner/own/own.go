// Package own gives references the shape of an io.Closer.
package own

import (
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

// Owned owns a reference; Close may be called often.
type Owned[T any] struct {
	once sync.Once
	ref  rcpool.Ref[T]
}

var _ io.Closer = (*Owned[int])(nil)

// New takes ref over.
func New[T any](ref rcpool.Ref[T]) *Owned[T] { return &Owned[T]{ref: ref} }

// Do lends the object to f.
func (o *Owned[T]) Do(f func(*T)) { f(o.ref.Value()) }

// Close gives the reference back.
func (o *Owned[T]) Close() error {
	o.once.Do(o.ref.Release)
	return nil
}

// Share returns another owner of the same object.
func (o *Owned[T]) Share() *Owned[T] { return New(o.ref.Retain()) }
