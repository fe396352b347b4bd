package rcpool

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
	"github.com/rcpool/rcpool/internal/word"
)

// A Pool hands out leases of objects of type T and takes the objects back when
// the last reference to a lease is released. The zero Pool is ready to use. A
// Pool is safe for concurrent use and must not be copied after first use.
//
// Idle objects are kept in a sync.Pool: they are reused by any goroutine,
// preferably on the same processor, and given back to the garbage collector
// when they stay idle for two of its cycles. A leased object that is forgotten
// is collected too: a leak costs an allocation, never memory.
type Pool[T any] struct {
	// Name labels the pool in stats, reports and metrics. The default is the
	// name of T. Names need not be unique, but labels are more use if they are.
	Name string

	// New makes a fresh object, owned by the pool. The default is new(T). New
	// must not return nil, nor an object that anything else refers to, nor one
	// with a finalizer: in the end, the objects of checked leases are filled with
	// a pattern.
	New func() *T

	// Reset readies a released object for its next lease. It is called by the
	// last Release, in the goroutine of that call, when no reference is left.
	// The default is the method Reset() that is declared for *T, and otherwise
	// *v = zero T. (A Reset promoted from an embedded field is not taken for it:
	// it would leave all other fields as they are.) Mind that the zero value also
	// drops what New built: set Reset if New does more than allocate.
	//
	// A field that is to survive the reset has the tag `rcpool:"keep"`: checked
	// leases and rctest.Resets do not report it, nor what is in it or behind it.
	// The tag does not change what Reset or the default does; a Reset that rcgen
	// writes heeds it.
	//
	// If Reset panics, the object is left to the garbage collector, and the
	// panic goes on to the caller of Release.
	Reset func(*T)

	// Keep says whether a released object is worth keeping; nil keeps all. It
	// is called after Reset. false leaves the object to the garbage collector:
	// use it to drop buffers that grew too large. A panic is treated as in
	// Reset.
	Keep func(*T) bool

	// Memory is memory behind a released object that the object alone owns,
	// such as the backing array of a buffer. It is called after Reset, in
	// checked leases only: the memory is filled with a pattern and watched like
	// the object itself. Return it in its full capacity; a part of the object
	// itself is ignored. A panic is treated as in Reset.
	Memory func(*T) []byte

	// Guard gives the objects of checked leases memory pages of their own, which
	// are protected when the lease ends, so that reading or writing a kept *T
	// faults at that very line. It is for types without pointers, such as
	// arrays of bytes, on 64-bit Linux, macOS, FreeBSD, NetBSD and DragonFly, and
	// ignored elsewhere. New is not called for these objects: they are zero.
	// A lease that leaks keeps its pages; when 4096 objects or 256 MiB are
	// guarded, further ones are not. A fault ends the program, as any fault
	// does; with debug.SetPanicOnFault it is a panic, and FaultAt tells of which
	// lease. A system call that is given a protected buffer does not fault; it
	// fails with "bad address".
	//
	// Such objects are outside of the Go heap and of GOMEMLIMIT: set no
	// finalizer and no cleanup on them, and make no weak pointer to them. Guard
	// has no effect under the race detector, which does not see that memory.
	Guard bool

	inner      sync.Pool // of *slot
	once       race.Once
	by         resetBy
	resettable bool                       // *T has a Reset of its own
	rate       sampling.Rate              // how many leases are checked
	ledger     *ledger.Ledger             // made by the first lease
	chunk      race.Pointer[ledger.Chunk] // where the next fresh slot gets its counter
	shape      race.Pointer[shape.Shape]  // of T, made by the first checked lease
	shelf      shelf                      // of idle slots, while pools are deterministic
}

// open settles what the fields say, at the first lease. It is marked go:norace
// because race.Once does not let the race detector see that later leases come
// after it.
//
//go:norace
func (p *Pool[T]) open() {
	p.resettable = hasReset[T]()
	p.by = resetOf(p.Reset != nil, p.resettable, p.Keep != nil)
	p.ledger = ledger.New(p.name())
}

func (p *Pool[T]) name() string {
	if p.Name != "" {
		return p.Name
	}
	return reflect.TypeFor[T]().String()
}

// newObject makes an object for a fresh slot.
func (p *Pool[T]) newObject() *T {
	if p.New == nil {
		return new(T)
	}
	object := p.New()
	if object == nil {
		raise(&Misuse{Kind: NilNew, Op: "Get", Pool: p.name(), MisusedAt: callers(), ledger: p.ledger.ID()})
	}
	return object
}

// newSlot makes a slot for the object. It is due at once, so that it draws when
// it will be checked.
func (p *Pool[T]) newSlot(object *T) *slot {
	s := &slot{object: unsafe.Pointer(object), pool: unsafe.Pointer(p)}
	if p.resettable {
		s.reset = any(object).(resetter)
	}
	s.store(word.First)
	s.chunk, s.counter = p.ledger.Enter(&p.chunk)
	return s
}

// Why the unsafe code in poolOf and objectOf is safe: a slot is made in one
// place, Pool[T].newSlot, which stores a *T in object and its own *Pool[T] in
// pool. Neither changes afterwards. A slot is only ever put into the inner pool
// of that Pool[T], or on its shelf, and only ever named by a Ref[T] that the
// Pool[T] handed out, so both functions are only called with the T that the slot
// was made with. (A Ref[T] does not convert to a Ref[U]: see Ref.) Both are
// ordinary pointers to the garbage collector.

func poolOf[T any](s *slot) *Pool[T] { return (*Pool[T])(s.pool) }

func objectOf[T any](s *slot) *T { return (*T)(s.object) }

// shapeOf returns the shape of T.
func (p *Pool[T]) shapeOf() *shape.Shape {
	s := p.shape.Load()
	if s == nil {
		s = shape.Shared(reflect.TypeFor[T]())
		p.shape.Store(s)
	}
	return s
}
