package rcpool

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
	"github.com/rcpool/rcpool/internal/watch"
	"github.com/rcpool/rcpool/internal/word"
)

// A pool is all of a Pool[T] but its fields and its hot paths. It is not generic,
// because the compiler makes the code of a generic function again for each T.
//
// The first lease settles what it says, and race.Once does not let the race
// detector see that later leases come after it: so what writes to it is marked
// go:norace.
type pool struct {
	inner  sync.Pool // of *slot
	once   race.Once
	by     resetBy                    // what the last Release does; maybe andKeep
	resets resetBy                    // how objects are reset; never andKeep
	guards bool                       // Pool.Guard
	hasNew bool                       // Pool.New is not nil
	of     reflect.Type               // T
	typed  typedFuncs                 // what needs a T
	rate   sampling.Rate              // how many leases are checked
	ledger *ledger.Ledger             // made by the first lease
	chunk  race.Pointer[ledger.Chunk] // where the next fresh slot gets its counter
	shape  race.Pointer[shape.Shape]  // of T, made by the first checked lease
	source race.Pointer[watch.Source] // of the objects; made by the first lease that is watched
	habits shape.Habits               // of the resets of checked leases
	shelf  shelf                      // of idle slots, while pools are deterministic
}

// typedFuncs are the functions that a pool needs a T for. They have the values
// of the fields of the Pool[T] at the first lease. All objects are *T.
type typedFuncs struct {
	fresh    func() unsafe.Pointer // makes an object; nil if Pool.New returns nil
	resetter func(object unsafe.Pointer) resetter
	reset    func(object unsafe.Pointer)        // unless the object is a resetter
	keep     func(object unsafe.Pointer) bool   // Pool.Keep, or nil
	memory   func(object unsafe.Pointer) []byte // Pool.Memory, or nil
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
	object := p.typed.fresh()
	if object == nil {
		(&Misuse{Kind: NilNew, Op: "Get", Pool: p.ledger.Name(), ledger: p.ledger.ID()}).Raise()
		return reflect.New(p.of).UnsafePointer()
	}
	return object
}

// newSlot makes a slot for the object. It is due at once, so that it draws when
// it will be checked.
func (p *pool) newSlot(object unsafe.Pointer) *slot {
	s := &slot{object: object, pool: p}
	if p.resets == byMethod {
		s.reset = p.typed.resetter(object)
	}
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
		var fresh func() unsafe.Pointer
		if p.hasNew {
			fresh = p.typed.fresh
		}
		s = watch.NewSource(p.of, &p.rate, fresh)
		p.source.Store(s)
	}
	return s
}
