package rcpool

import (
	"reflect"
	"unsafe"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
	"github.com/rcpool/rcpool/internal/watch"
	"github.com/rcpool/rcpool/internal/word"
)

// A pool is all of a Pool[T] but its fields and its hot paths. It is not generic,
// because the compiler makes the code of a generic function again for each T,
// with type descriptors for its closures and the names of all.
//
// The race detector does not see that later leases come after the first one,
// which settles what is not a race type here. So that is written in functions
// that are marked go:norace.
type pool struct {
	idle    idleSlots
	mu      race.Mutex                 // of the first lease
	settled race.Bool                  // there was one
	by      resetBy                    // what the last Release does
	guards  bool                       // Pool.Guard, unless there is a freer
	of      reflect.Type               // T
	typed   typedFuncs                 // what the fields of the Pool[T] do
	rate    sampling.Rate              // how many leases are checked
	ledger  *ledger.Ledger             // made by the first lease
	freer   *freer                     // calls Pool.Free; nil if that is
	chunk   race.Pointer[ledger.Chunk] // where the next fresh slot gets its counter
	shape   race.Pointer[shape.Shape]  // of T, made by the first checked lease
	source  race.Pointer[watch.Source] // of the objects; made by the first lease that is watched
	habits  shape.Habits               // of the resets of checked leases
	shelf   shelf                      // of idle slots, while pools are deterministic
}

// typedFuncs are what the fields of a Pool[T] do, or nil. All objects are *T.
type typedFuncs struct {
	fresh  func() (object unsafe.Pointer) // Pool.New
	reset  func(object unsafe.Pointer)    // Pool.Reset, or the method of T
	keep   func(object unsafe.Pointer) bool
	memory func(object unsafe.Pointer) []byte
	free   func(object unsafe.Pointer)
}

// typedFuncsOf returns the functions for a P that is *T. The compiler makes this
// code once and not for each T, since all pointers have one shape.
//
//go:norace
func typedFuncsOf[P any](fresh func() P, reset func(P), keep func(P) bool, memory func(P) []byte, free func(P)) (f typedFuncs) {
	if fresh != nil {
		f.fresh = func() unsafe.Pointer { return addressOf(fresh()) }
	}
	if reset != nil {
		f.reset = func(object unsafe.Pointer) { reset(pointerTo[P](object)) }
	}
	if keep != nil {
		f.keep = func(object unsafe.Pointer) bool { return keep(pointerTo[P](object)) }
	}
	if memory != nil {
		f.memory = func(object unsafe.Pointer) []byte { return memory(pointerTo[P](object)) }
	}
	if free != nil {
		f.free = func(object unsafe.Pointer) { free(pointerTo[P](object)) }
	}
	return f
}

// pointerTo returns the address of an object as a P, which is *T for the type T
// of the object.
func pointerTo[P any](object unsafe.Pointer) P { return *(*P)(unsafe.Pointer(&object)) }

// addressOf is the reverse of pointerTo.
func addressOf[P any](object P) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&object)) }

// settle notes what the fields of the Pool[T] say, at the first lease.
//
//go:norace
func (p *pool) settle(t reflect.Type, name string, guards bool, typed typedFuncs) {
	p.of = t
	p.guards = guards && typed.free == nil
	p.typed = typed
	switch {
	case typed.keep != nil:
		p.by = andKeep
	case typed.reset != nil:
		p.by = byFunc
	}
	race.Apart(func() { p.enroll(nameOf(name, t)) })
	p.settled.Store(true)
}

// enroll makes the ledger, and what counts in it.
//
//go:norace
func (p *pool) enroll(name string) {
	p.ledger = ledger.New(name, p.idle.store.Gauge())
	p.shelf.count = &p.ledger.Shelved
	if p.typed.free != nil {
		p.freer = newFreer(p.of, p.typed.free, p.ledger)
		p.typed.fresh = p.freer.adopting(p.typed.fresh)
	}
}

// nameOf returns the name of a pool whose field Name says name.
func nameOf(name string, t reflect.Type) string {
	if name != "" {
		return name
	}
	return t.String()
}

// newObject makes an object for a fresh slot.
func (p *pool) newObject() unsafe.Pointer {
	if p.typed.fresh != nil {
		if object := p.typed.fresh(); object != nil {
			return object
		}
		(&Misuse{Kind: NilNew, Op: "Get", Pool: p.ledger.Name(), ledger: p.ledger.ID()}).Raise()
	}
	object := reflect.New(p.of).UnsafePointer()
	if p.freer != nil {
		object = p.freer.follow(object)
	}
	return object
}

// newSlot makes a slot for the object. It is due at once, so that it draws when
// it will be checked.
func (p *pool) newSlot(object unsafe.Pointer) *slot {
	s := &slot{object: object, pool: p}
	s.store(word.First)
	s.chunk, s.counter = p.ledger.Enter(&p.chunk)
	return s
}

// shapeOf returns the shape of T.
func (p *pool) shapeOf() *shape.Shape {
	s := p.shape.Load()
	if s == nil {
		s = shape.Shared(p.of)
		p.shape.Store(s)
	}
	return s
}

// sourceOf returns what package watch knows of the pool.
func (p *pool) sourceOf() *watch.Source {
	s := p.source.Load()
	if s == nil {
		s = watch.NewSource(p.of, &p.rate, p.typed.fresh, p.freer != nil)
		p.source.Store(s)
	}
	return s
}
