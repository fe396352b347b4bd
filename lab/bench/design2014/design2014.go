// Package design2014 is a baseline: the shape of the reference counted pool of
// 2014 from which the one of 2017 came, written again. A counter is embedded in
// the object, which it returns to the pool when it falls to zero, and the pool
// counts what it allocated and what came back. Nothing is checked: a count
// that falls below zero wraps, and its object is never seen again.
//
// It is here to be measured. Do not use it.
package design2014

import (
	"sync"
	"sync/atomic"
)

// Countable is what the pool holds: objects that embed Count.
type Countable interface {
	count() *Count
	Incr()
	Decr()
}

// Count is the counter, to be embedded.
type Count struct {
	n    uint32
	home *Pool
	self Countable
}

func (c *Count) count() *Count { return c }

// Incr adds a reference.
func (c *Count) Incr() { atomic.AddUint32(&c.n, 1) }

// Decr gives up a reference; the last one puts the object back.
func (c *Count) Decr() {
	if atomic.AddUint32(&c.n, ^uint32(0)) == 0 {
		atomic.AddUint32(&c.home.returned, 1)
		c.home.pool.Put(c.self)
	}
}

// Pool hands out objects with one reference.
type Pool struct {
	pool      sync.Pool
	allocated uint32
	returned  uint32
}

// New makes a pool of what fresh makes.
func New(fresh func() Countable) *Pool {
	p := new(Pool)
	p.pool.New = func() any {
		atomic.AddUint32(&p.allocated, 1)
		object := fresh()
		*object.count() = Count{home: p, self: object}
		return object
	}
	return p
}

// Get leases an object. It is not reset.
func (p *Pool) Get() Countable {
	object := p.pool.Get().(Countable)
	object.Incr()
	return object
}
