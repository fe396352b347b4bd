// Package objects has pools of objects that reset themselves.
package objects

import "sync"

// Resettable is a *T that can be emptied.
type Resettable[T any] interface {
	*T
	Reset()
}

// A Pool has idle objects, all of them empty.
type Pool[T any, P Resettable[T]] struct{ pool sync.Pool }

func New[T any, P Resettable[T]]() *Pool[T, P] {
	p := new(Pool[T, P])
	p.pool.New = func() any { return P(new(T)) }
	return p
}

// Take returns an empty object, which the caller gives back.
func (p *Pool[T, P]) Take() P { return p.pool.Get().(P) }

// Give empties v and takes it back.
func (p *Pool[T, P]) Give(v P) {
	v.Reset()
	p.pool.Put(v)
}

// Use lends an object to f.
func Use[T, R any, P Resettable[T]](p *Pool[T, P], f func(P) R) R {
	v := p.Take()
	defer p.Give(v)
	return f(v)
}
