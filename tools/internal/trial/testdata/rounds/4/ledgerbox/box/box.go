// Package box has owners of references that can be closed more than once.
package box

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

var ErrClosed = errors.New("box is closed")

// A Box owns a reference until Close or Take.
type Box[T any] struct {
	mu  sync.Mutex
	ref rcpool.Ref[T]
}

// Of takes ref over.
func Of[T any](ref rcpool.Ref[T]) *Box[T] { return &Box[T]{ref: ref} }

// Do calls f with the object, which it borrows.
func (b *Box[T]) Do(f func(*T) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ref.IsZero() {
		return ErrClosed
	}
	return f(b.ref.Value())
}

// Share returns another reference for the caller.
func (b *Box[T]) Share() (rcpool.Ref[T], bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ref.TryRetain()
}

// Take returns the reference of the box, which is closed then.
func (b *Box[T]) Take() rcpool.Ref[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	return rcpool.Move(&b.ref)
}

// Close may be called more than once.
func (b *Box[T]) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	rcpool.Drop(&b.ref)
	return nil
}
