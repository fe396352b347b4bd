package classic

import (
	"math"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// ReferenceCountable is what a pool holds: pointers to structs that embed a
// [ReferenceCounter].
type ReferenceCountable interface {
	SetInstance(i interface{})
	IncrementReferenceCount()
	DecrementReferenceCount()
}

// A ReferenceCounter counts the references to the object it is embedded in, by
// value. The pool gives one to the factory, which stores it in the object. A
// copy of it is the same counter. The zero ReferenceCounter belongs to no pool:
// to count with it panics with an *rcpool.Misuse of kind ZeroRef.
//
// Nothing of it goes into encodings: see the tags. An encoder that names
// embedded structs, as yaml does, writes an empty entry unless the embedding
// has a tag, too:
//
//	type Event struct {
//		classic.ReferenceCounter `sql:"-" json:"-" yaml:"-"`
//		…
//	}
//
// A ReferenceCounter is safe for concurrent use by those who own a reference.
type ReferenceCounter struct {
	// Gob is here because encoding/gob refuses to encode structs that embed one
	// without exported fields. It has no size and no content.
	Gob struct{} `sql:"-" gorm:"-" json:"-" yaml:"-" xml:"-"`

	lease *lease `sql:"-" gorm:"-" json:"-" yaml:"-" xml:"-"`
}

// SetInstance tells the counter which object it is embedded in: the one that
// reset is called with. The pool calls it with each fresh object; there is no
// need to call it.
func (r *ReferenceCounter) SetInstance(i interface{}) {
	if r.lease == nil {
		rcpool.Ref[pooled]{}.Value() //rcpool:ignore it is for the panic
	}
	r.lease.instance = i
}

// IncrementReferenceCount adds a reference, owned by the caller, who must own
// one already, or borrow one: increment before the object is handed to a
// goroutine, not in it. It panics with an *rcpool.Misuse of kind StaleRetain
// if the object is not leased.
func (r ReferenceCounter) IncrementReferenceCount() {
	l := r.lease
	if l == nil {
		rcpool.Ref[pooled]{}.Retain() //rcpool:ignore it is for the panic
	}
	ref := l.ref
	l.extra.Add(1)
	if !ref.Valid() {
		l.takeBack()
		ref.Retain() //rcpool:ignore it is stale, and panics
	}
}

// DecrementReferenceCount gives up a reference. The last one resets the object
// and puts it back; if the reset returns an error, the object is left to the
// garbage collector, and the call panics with an error that wraps it. It
// panics with an *rcpool.Misuse of kind DoubleRelease if the object is not
// leased.
func (r ReferenceCounter) DecrementReferenceCount() {
	l := r.lease
	if l == nil {
		rcpool.Ref[pooled]{}.Release() //rcpool:ignore it is for the panic
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

// counter finds the counter in an object that embeds it.
func (r *ReferenceCounter) counter() *ReferenceCounter { return r }

// A lease counts the references to one object, in all of its leases.
//
// One reference is an rcpool.Ref, which is held here; those beyond it are
// extra. The compare-and-swap of ref.Release decides who ends a lease, and
// extra is then what it was when the lease began, so Get stores no count, and a
// lease that is not shared changes none.
//
// Those who own a reference can not go wrong by that: the last of them finds
// extra to be 0, and there is nobody else to change it. Whoever owns none, and
// increments while the last reference is given up, is caught in one of two
// ways. If he has added before the lease ended, the reset sees it, and the
// object is retired: he has it to himself until his decrement panics. If he
// adds later, he sees that ref is stale, takes back what he added, and panics.
// Meanwhile the object may have a new owner, whose last decrement takes the
// addition for a reference; so taking it back is a decrement like any other,
// and ends that lease if it is the last.
//
// ref is written by Get and read by owners, so a data race that is reported for
// it is a misuse.
type lease struct {
	ref      rcpool.Ref[pooled]
	extra    atomic.Int64 // negative: see distrust
	object   ReferenceCountable
	instance interface{}       // what reset is called with: the object
	embedded *ReferenceCounter // in object; nil if it is not embedded
}

// pooled is what the rcpool.Pool holds. It is not the lease itself, for a
// checked lease that is over is filled with a pattern, and the lease must know
// its stale ref for ever.
type pooled struct{ lease *lease }

// takeBack undoes an increment that should not have been.
func (l *lease) takeBack() {
	if l.extra.Load() >= 0 {
		ReferenceCounter{lease: l}.DecrementReferenceCount()
	}
}

// distrust is for a lease that has just ended, and finds that somebody has
// incremented meanwhile. The use of the stale ref is reported, and makes the
// object suspect, so that nobody is given it again. The panic is for the one
// who incremented, when he decrements: the count says that there is nothing to
// take.
func (l *lease) distrust() {
	l.extra.Store(math.MinInt64 / 2)
	defer func() { recover() }()
	l.ref.Retain() //rcpool:ignore it is stale, and panics
}
