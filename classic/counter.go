package classic

import (
	"math"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A ReferenceCountable is an object that a pool holds: a pointer to a struct that
// embeds a [ReferenceCounter].
type ReferenceCountable interface {
	SetInstance(i interface{})
	IncrementReferenceCount()
	DecrementReferenceCount()
}

// A ReferenceCounter counts the references to an object. The object embeds it by
// value: the pool passes a counter to the factory, which stores it in the object.
// A copy is the same counter. The zero ReferenceCounter belongs to no pool, and
// its methods panic with an *rcpool.Misuse of kind ZeroRef.
//
// Its tags keep it out of encodings. An encoder that gives embedded structs a
// name, such as yaml, writes an empty entry unless the embedding has a tag, too:
//
//	type Event struct {
//		classic.ReferenceCounter `sql:"-" json:"-" yaml:"-"`
//		…
//	}
//
// A ReferenceCounter is safe for concurrent use by owners of a reference.
type ReferenceCounter struct {
	// Gob has no size and no content. It exists because encoding/gob refuses to
	// encode a struct that embeds a struct without exported fields.
	Gob struct{} `sql:"-" gorm:"-" json:"-" yaml:"-" xml:"-"`

	lease *lease `sql:"-" gorm:"-" json:"-" yaml:"-" xml:"-"`
}

// SetInstance sets the object that the counter is embedded in, which is what the
// pool's reset is called with. The pool calls it with each new object, so you
// need not call it. It panics with an *rcpool.Misuse of kind ZeroRef if the
// counter belongs to no pool. It is not safe for concurrent use.
func (r *ReferenceCounter) SetInstance(i interface{}) {
	if r.lease == nil {
		rcpool.Ref[pooled]{}.Value() //rcpool:ignore for the panic
		return
	}
	r.lease.instance = i
}

// IncrementReferenceCount adds a reference, which the caller owns. The caller must
// already own or borrow a reference: increment before you pass the object to a
// goroutine, not on that goroutine. It panics with an *rcpool.Misuse of kind
// StaleRetain if the object is not leased.
func (r ReferenceCounter) IncrementReferenceCount() {
	l := r.lease
	if l == nil {
		rcpool.Ref[pooled]{}.Retain() //rcpool:ignore for the panic
		return
	}
	ref := l.ref
	l.extra.Add(1)
	if !ref.Valid() {
		if rcpool.PanicOnMisuse() {
			l.takeBack()
		} // or else the goroutine goes on and decrements, which takes it back
		ref.Retain().Release() // it is stale
	}
}

// DecrementReferenceCount gives up a reference. The last decrement resets the
// object and returns it to the pool. If the reset returns an error, the object is
// left to the garbage collector, and DecrementReferenceCount panics with an error
// that wraps it. It panics with an *rcpool.Misuse of kind DoubleRelease if the
// object is not leased.
func (r ReferenceCounter) DecrementReferenceCount() {
	l := r.lease
	if l == nil {
		rcpool.Ref[pooled]{}.Release() //rcpool:ignore for the panic
		return
	}
	for {
		n := l.extra.Load()
		if n <= 0 {
			l.ref.Release() // panics if it is stale
			return
		}
		if l.extra.CompareAndSwap(n, n-1) {
			return
		}
	}
}

// counter returns r. The pool uses it to find the counter in an object.
func (r *ReferenceCounter) counter() *ReferenceCounter { return r }

// A lease counts the references to one object, in all of its leases.
//
// The first reference is the rcpool.Ref in ref; further references are counted in
// extra. The compare-and-swap of ref.Release decides which decrement ends a
// lease. extra is then the same as at the start, so Get stores no count, and a
// lease that is not shared changes none.
//
// Owners always get this right: the last of them finds extra to be 0, and no one
// else changes it. A goroutine that owns no reference and increments during the
// last decrement is caught in one of two ways. If it increments before the lease
// ends, the reset sees that and retires the object; no one else gets the object,
// and the decrement of that goroutine panics. If it increments later, it sees
// that ref is stale, takes its increment back and panics. In between, the object
// may have a new owner, whose last decrement takes the increment for a reference.
// So taking it back is an ordinary decrement, which ends that lease if it is the
// last.
//
// Get writes ref and owners read it, so a data race on ref is a misuse.
type lease struct {
	ref      rcpool.Ref[pooled]
	extra    atomic.Int64 // negative: see distrust
	object   ReferenceCountable
	instance interface{}       // the object, which reset is called with
	embedded *ReferenceCounter // the counter in object; nil if it is not embedded
}

// pooled is what the rcpool.Pool holds. It is not the lease itself, because the
// pool fills the object of an ended checked lease with a pattern, and the lease
// must keep its stale ref.
type pooled struct{ lease *lease }

// takeBack undoes an increment without a reference.
func (l *lease) takeBack() {
	if l.extra.Load() >= 0 {
		ReferenceCounter{lease: l}.DecrementReferenceCount()
	}
}

// distrust handles an increment that came while the lease ended. Using the stale
// ref reports it and makes the object suspect, so that it is not leased again.
// The panic comes later, when the goroutine that incremented decrements: the
// negative count says that it has no reference.
func (l *lease) distrust() {
	l.extra.Store(math.MinInt64 / 2)
	defer func() { recover() }()
	l.ref.Retain().Release() // it is stale
}
