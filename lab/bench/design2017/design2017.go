// Package design2017 is a baseline: the shape of the reference counted pool of
// the 2017 article that rcpool grew out of, written again, faults included. A
// counter is embedded in the object; every Get and every return counts in
// counters that all cores share; a release tests the count and then changes
// it, so that two of them can pass the test; and a stale release after the
// object was leased again takes the next owner's reference.
//
// It is here to be measured. Do not use it.
package design2017

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Countable is what the pool holds: objects that embed Counter.
type Countable interface {
	SetInstance(any)
	IncrementReferenceCount()
	DecrementReferenceCount()
}

// Counter is the counter, to be embedded by value.
type Counter struct {
	count    *uint32
	home     *sync.Pool
	released *uint32
	instance any
	reset    func(any) error
	id       uint32
}

// SetInstance tells the counter which object it is embedded in.
func (c *Counter) SetInstance(object any) { c.instance = object }

// IncrementReferenceCount adds a reference.
func (c Counter) IncrementReferenceCount() { atomic.AddUint32(c.count, 1) }

// DecrementReferenceCount gives up a reference; the last one resets the object
// and puts it back.
func (c Counter) DecrementReferenceCount() {
	if atomic.LoadUint32(c.count) == 0 {
		panic(fmt.Sprintf("released too often: %T", c.instance))
	}
	if atomic.AddUint32(c.count, ^uint32(0)) == 0 {
		atomic.AddUint32(c.released, 1)
		if err := c.reset(c.instance); err != nil {
			panic(fmt.Sprintf("reset of %T: %v", c.instance, err))
		}
		c.home.Put(c.instance)
	}
}

// Pool hands out objects with one reference.
type Pool struct {
	pool       sync.Pool
	allocated  uint32
	referenced uint32
	returned   uint32
}

// New makes a pool of what factory makes around the counter it is given.
func New(factory func(Counter) Countable, reset func(any) error) *Pool {
	p := new(Pool)
	p.pool.New = func() any {
		id := atomic.AddUint32(&p.allocated, 1)
		return factory(Counter{count: new(uint32), home: &p.pool, released: &p.returned, reset: reset, id: id})
	}
	return p
}

// Get leases an object.
func (p *Pool) Get() Countable {
	object := p.pool.Get().(Countable)
	object.SetInstance(object)
	atomic.AddUint32(&p.referenced, 1)
	object.IncrementReferenceCount()
	return object
}
