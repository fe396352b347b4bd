// Package typed has a sync.Pool for objects of one type.
package typed

import "sync"

// A Resetter is a pointer to T that can be reset.
type Resetter[T any] interface {
	*T
	Reset()
}

// A Pool is a sync.Pool that knows the type of its objects and resets them.
type Pool[T any, P Resetter[T]] struct{ p sync.Pool }

func (p *Pool[T, P]) Get() P {
	if v, ok := p.p.Get().(P); ok {
		return v
	}
	return new(T)
}

func (p *Pool[T, P]) Put(v P) {
	v.Reset()
	p.p.Put(v)
}
