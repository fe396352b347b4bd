// Package pool is a typed sync.Pool.
package pool

import "sync"

// A Resetter can be made ready for its next user.
type Resetter interface{ Reset() }

// A Pool has idle objects of type T.
type Pool[T Resetter] struct{ idle sync.Pool }

// New returns a pool of what make returns.
func New[T Resetter](make func() T) *Pool[T] {
	return &Pool[T]{sync.Pool{New: func() any { return make() }}}
}

// Get returns an object that nobody else uses.
func (p *Pool[T]) Get() T { return p.idle.Get().(T) }

// Put resets the object and takes it back.
func (p *Pool[T]) Put(v T) {
	v.Reset()
	p.idle.Put(v)
}
