// Package reuse has typed pools of things that can be reset.
package reuse

import "sync"

type Resetter[T any] interface {
	*T
	Reset()
}

// A Pool of T. The zero Pool is ready to use.
type Pool[T any, P Resetter[T]] struct{ pool sync.Pool }

func (p *Pool[T, P]) Get() P {
	if x, ok := p.pool.Get().(P); ok {
		return x
	}
	return P(new(T))
}

// Put resets x and takes it back.
func (p *Pool[T, P]) Put(x P) {
	x.Reset()
	p.pool.Put(x)
}

// Do lends f an object.
func (p *Pool[T, P]) Do(f func(P)) {
	x := p.Get()
	defer p.Put(x)
	f(x)
}
