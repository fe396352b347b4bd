package classic

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A ReferenceCountedPool is a pool of reference-counted objects. Make one with
// [NewReferenceCountedPool]. It is safe for concurrent use. Its name in stats and
// reports is the type of its objects.
type ReferenceCountedPool struct {
	leases  rcpool.Pool[pooled]
	once    sync.Once
	factory func(ReferenceCounter) ReferenceCountable
	first   atomic.Pointer[lease] // made to learn the type; the first Get uses it
}

// NewReferenceCountedPool returns a pool of the objects that factory makes.
// factory must store the counter that it is given in the object. The last
// decrement of an object calls reset to prepare it for its next owner. Both
// functions must be safe for concurrent use. NewReferenceCountedPool panics if
// one of them is nil.
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

// Get leases an object with one reference. The caller owns the reference and must
// decrement it exactly once or hand it on. Get panics with an *rcpool.Misuse of
// kind NilNew if factory returns nil. If factory panics, the panic continues and
// nothing is leased.
func (p *ReferenceCountedPool) Get() ReferenceCountable {
	p.once.Do(p.open)
	ref := p.leases.Get()
	l := ref.Value().lease
	l.ref = ref
	return l.object
}

// Stats returns the counts of the pool, as in the article: objects "allocated",
// leases begun by Get as "referenced", and leases ended by the last decrement as
// "returned". The values have type uint32 and wrap around. rcpool.AllStats has
// the full counts, including leases in use, lost and retired.
func (p *ReferenceCountedPool) Stats() map[string]interface{} {
	s := p.leases.Stats()
	return map[string]interface{}{
		"allocated":  uint32(s.News),
		"referenced": uint32(s.Gets),
		"returned":   uint32(s.Releases),
	}
}

// open names the pool after the type of its objects.
func (p *ReferenceCountedPool) open() {
	p.leases.Name = "classic"
	if l := p.make(); l != nil {
		p.leases.Name = reflect.Indirect(reflect.ValueOf(l.object)).Type().String()
		p.first.Store(l)
	}
}

// fresh returns a new object for the rcpool.Pool, or nil if factory does.
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

// restore stores the counter in an object whose factory or reset has dropped it,
// as *e = Event{} does.
func (l *lease) restore() {
	if l.embedded != nil && l.embedded.lease != l {
		l.embedded.lease = l
	}
}

// recycle resets the object of a lease that has just ended. If it panics, the
// rcpool.Pool retires the object.
func (l *lease) recycle(reset func(interface{}) error) {
	if l.extra.Load() != 0 {
		l.distrust()
	}
	if err := reset(l.instance); err != nil {
		panic(fmt.Errorf("classic: reset of %T: %w", l.instance, err))
	}
	l.restore()
}
