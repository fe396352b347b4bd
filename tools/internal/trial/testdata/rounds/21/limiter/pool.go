package main

import "sync"

// Pool is a sync.Pool with a type.
type Pool[T any] struct {
	p     sync.Pool
	reset func(*T)
}

func NewPool[T any](reset func(*T)) *Pool[T] {
	return &Pool[T]{p: sync.Pool{New: func() any { return new(T) }}, reset: reset}
}

func (p *Pool[T]) Get() *T { return p.p.Get().(*T) }

func (p *Pool[T]) Put(v *T) {
	p.reset(v)
	p.p.Put(v)
}
