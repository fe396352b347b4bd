package classic

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A ReferenceCountedPool hands out objects with one reference, and takes them
// back when the last one is given up. It is safe for concurrent use. In
// rcpool.All and in reports its name is the type of its objects.
type ReferenceCountedPool struct {
	leases  rcpool.Pool[pooled]
	once    sync.Once
	factory func(ReferenceCounter) ReferenceCountable
	first   atomic.Pointer[lease] // of the object that told the type
}

// NewReferenceCountedPool makes a pool of the objects that factory makes.
// factory stores the counter it is given in the object. reset readies an
// object for its next owner; it is called by the last decrement.
// NewReferenceCountedPool panics if one of them is nil.
func NewReferenceCountedPool(factory func(referenceCounter ReferenceCounter) ReferenceCountable, reset func(interface{}) error) *ReferenceCountedPool {
	if factory == nil || reset == nil {
		panic(errors.New("classic: a pool needs a factory and a reset"))
	}
	p := &ReferenceCountedPool{factory: factory}
	p.leases = rcpool.Pool[pooled]{
		New:    p.fresh,
		Reset:  func(o *pooled) { o.lease.recycle(reset) },
		Memory: bury,
	}
	return p
}

// Get leases an object with one reference, owned by the caller, who must
// decrement it exactly once or hand it on. It lets a panic of the factory
// through, and panics with an *rcpool.Misuse of kind NilNew if the factory
// returns nil.
func (p *ReferenceCountedPool) Get() ReferenceCountable {
	p.once.Do(p.open)
	ref := p.leases.Get()
	l := ref.Value().lease
	l.ref = ref
	return l.object
}

// Stats counts what the pool has done: "allocated" objects, how often one was
// "referenced" by a Get, and how often one was "returned" by the last
// decrement. The values are of type uint32 and wrap around, as in the article;
// rcpool.All has them in full, and what is in use, lost and retired.
func (p *ReferenceCountedPool) Stats() map[string]interface{} {
	s := p.leases.Stats()
	return map[string]interface{}{
		"allocated":  uint32(s.News),
		"referenced": uint32(s.Gets),
		"returned":   uint32(s.Releases),
	}
}

// open names the pool after the type of the first object.
func (p *ReferenceCountedPool) open() {
	p.leases.Name = "classic"
	if l := p.make(); l != nil {
		p.leases.Name = reflect.Indirect(reflect.ValueOf(l.object)).Type().String()
		p.first.Store(l)
	}
}

// fresh makes an object for the rcpool.Pool.
func (p *ReferenceCountedPool) fresh() *pooled {
	l := p.first.Swap(nil)
	if l == nil {
		l = p.make()
	}
	if l == nil {
		return nil
	}
	return &pooled{l}
}

func (p *ReferenceCountedPool) make() *lease {
	l := new(lease)
	l.object = p.factory(ReferenceCounter{lease: l})
	if l.object == nil {
		return nil
	}
	l.instance = l.object
	if o, ok := l.object.(interface{ counter() *ReferenceCounter }); ok {
		l.embedded = o.counter()
	}
	l.restore()
	l.object.SetInstance(l.object)
	return l
}

// restore puts the counter back into an object whose factory or reset has
// forgotten it, as *e = Event{} does.
func (l *lease) restore() {
	if l.embedded != nil && l.embedded.lease != l {
		l.embedded.lease = l
	}
}

// recycle resets the object of a lease that has just ended. A panic makes the
// rcpool.Pool retire it.
func (l *lease) recycle(reset func(interface{}) error) {
	if l.extra.Load() != 0 {
		l.distrust()
	}
	if err := reset(l.instance); err != nil {
		panic(fmt.Errorf("classic: reset of %T: %w", l.instance, err))
	}
	l.restore()
}
