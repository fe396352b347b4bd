// Package freelist wraps sync.Pool in a type.
package freelist

import "sync"

type resetter[T any] interface {
	*T
	Reset()
}

// A List keeps idle objects. The zero List is ready to use.
type List[T any, P resetter[T]] struct {
	pool sync.Pool
}

// Get returns an empty object.
func (l *List[T, P]) Get() P {
	if x := l.pool.Get(); x != nil {
		return x.(P)
	}
	return P(new(T))
}

// Put resets x and keeps it. It ignores nil.
func (l *List[T, P]) Put(x P) {
	if x == nil {
		return
	}
	x.Reset()
	l.pool.Put(x)
}

// Use calls f with an object that is idle again afterwards.
func (l *List[T, P]) Use(f func(P) error) error {
	x := l.Get()
	defer l.Put(x)
	return f(x)
}
