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

// A Pool leases objects of type T, and takes an object back when the last
// reference to it is released. The zero Pool is ready to use. A Pool is safe for
// concurrent use. It must not be copied, nor its fields changed, after first
// use.
//
// Idle objects are kept in a sync.Pool: any goroutine may reuse them, preferably
// one on the same processor, and they go to the garbage collector when they are
// idle for two of its cycles. A leased object that is forgotten goes there too:
// a leak costs an allocation, never memory.
type Pool[T any] struct {
	// Name identifies the pool in stats, reports and metrics. The default is the
	// name of T. Names need not be unique, but reports are clearer if they are.
	Name string

	// New returns a new object, which the pool then owns. The default is new(T).
	// New must not return nil, an object that anything else refers to, or one
	// with a finalizer: the objects of checked leases are overwritten in the end.
	New func() *T

	// Reset prepares a released object for its next lease. It runs on the
	// goroutine of the last Release, when no reference is left. The default is the
	// method Reset() declared for *T or, if there is none, *v = zero T. (A Reset
	// promoted from an embedded field does not count, since it would leave the
	// other fields as they are.) The zero value also discards what New has built,
	// so set Reset if New does more than allocate.
	//
	// A field with the tag `rcpool:"keep"` is meant to survive the reset. Checked
	// leases and rctest.Resets do not report it or anything in it or behind it.
	// The tag changes neither what Reset nor what the default does; rcgen heeds
	// it.
	//
	// If Reset panics, the object is left to the garbage collector, and the panic
	// goes on to the caller of Release.
	Reset func(*T)

	// Keep reports whether to keep a released object. It is called after Reset.
	// If it returns false, the object is left to the garbage collector: use it to
	// discard buffers that grew too large. nil keeps all. A panic has the same
	// effect as a panic of Reset.
	Keep func(*T) bool

	// Memory returns memory behind a released object that belongs to the object
	// alone, such as the backing array of a buffer. Checked leases call it after
	// Reset, fill the memory with a pattern and watch it like the object itself.
	// Return it with its full capacity. A part of the object itself is ignored. A
	// panic has the same effect as a panic of Reset.
	Memory func(*T) []byte

	// Guard puts the objects of checked leases on memory pages of their own, which
	// are protected when the lease ends. A read or write through a kept *T then
	// faults at that very line. Guard works for types without pointers, such as
	// arrays of bytes, on 64-bit Linux, macOS, FreeBSD, NetBSD and DragonFly. It
	// has no effect elsewhere, nor under the race detector, which does not see
	// that memory.
	//
	// New is not called for these objects: they are zero. They are outside
	// the Go heap, and GOMEMLIMIT does not count them, so set no finalizer or cleanup on them, and make
	// no weak pointer to them. An address is never used again, so a *T faults
	// however long it was kept. A lease that leaks keeps its pages.
	//
	// Further objects are not guarded while 4,096 objects or 256 MiB are leased and
	// guarded, nor when 1 TiB of addresses is used up (256 MiB on systems other
	// than Linux). An object takes its size, rounded up to pages, and one page.
	//
	// A fault ends the program like any fault. After debug.SetPanicOnFault(true)
	// it is a panic, and FaultAt tells which lease it belongs to, if it is one of
	// the latest 1,024. A system call that is passed a protected buffer does not
	// fault; it fails with EFAULT, "bad address".
	Guard bool

	inner      sync.Pool // of *slot
	once       race.Once
	by         resetBy
	resettable bool                       // *T has a Reset of its own
	rate       sampling.Rate              // how many leases are checked
	ledger     *ledger.Ledger             // made by the first lease
	chunk      race.Pointer[ledger.Chunk] // where the next fresh slot gets its counter
	shape      race.Pointer[shape.Shape]  // of T, made by the first checked lease
	habits     shape.Habits               // of the resets of checked leases
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
		(&Misuse{Kind: NilNew, Op: "Get", Pool: p.name(), ledger: p.ledger.ID()}).Raise()
		return new(T)
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
