package rcpool

import (
	"reflect"
	"unsafe"
)

// A Pool leases objects of type T, and takes an object back when the last
// reference to it is released. The zero Pool is ready to use. A Pool is safe for
// concurrent use. It must not be copied, nor its fields changed, after first
// use.
//
// Any goroutine may reuse an idle object, preferably one on the same processor.
// Idle objects go back to the garbage collector. If nobody uses the pool, they
// are all gone after two garbage collections. A pool in use keeps what it needs:
// an object goes when nobody needed it from one collection to another one that
// comes at least 100 ms later. A leased object that is forgotten goes to the
// collector too: a leak costs an allocation, never memory.
//
// Under the race, memory and address detectors, with the build tag
// rcpool_syncpool, and with compilers and Go releases that this version was not
// tested with, idle objects are kept in a sync.Pool instead. It drops each object
// that was idle for two collections.
type Pool[T any] struct {
	core pool // first: see poolOf

	// Name identifies the pool in stats, reports and metrics. The default is the
	// name of T. Names need not be unique, but reports are clearer if they are.
	Name string

	// New returns a new object, which the pool then owns. The default is new(T).
	// New must not return nil, an object that anything else refers to, or one
	// with a finalizer: the objects of checked leases are overwritten in the end.
	// New is called a few more times if it seems that somebody keeps a *T after its
	// lease, to see whether the garbage collector takes new objects, and before a
	// dirty reset is reported, as Reset says.
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
	// Before a checked lease reports a field, Reset is called with a new object
	// that nobody has leased: what it writes there is not reported. This happens on
	// the goroutine of the last Release, and at most 16 times for each pool. A
	// panic or a misuse in such a call has no effect.
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
	// Reset, fill the first 4 MiB with a pattern and watch them, as long as
	// somebody holds them, for late writes. Return it with its full capacity. A
	// part of the object itself is ignored. A panic has the same effect as a panic
	// of Reset.
	//
	// If Memory is nil, they watch what is known to be the object's own, unless
	// Keep discards the object: the memory of each bufio.Reader and bufio.Writer in
	// it; and if T itself is a slice, a bytes.Buffer, or a pointer to one of these
	// types, the memory of that. They do not touch the memory of slices and of a
	// bytes.Buffer in a struct, because a lease may have assigned memory of
	// somebody else, nor what is behind other pointers, nor a strings.Builder,
	// whose strings share its memory.
	Memory func(*T) []byte

	// Free gives back what an object holds outside of Go's heap: C memory, a file, a
	// mapping. It is called once for each object that New or the pool has made, when
	// the object has left the pool for good: Keep refused it, it was misused, Reset
	// panicked, its lease was checked or was lost, or it was idle for so long that the
	// pool dropped it. It is not called for an object that Detach took out of the pool:
	// its new owner frees it. So p.Free(ref.Detach()) frees an object at once.
	//
	// Free is called by a finalizer: after a garbage collection has found that
	// nobody can reach the object any more. As long as anything holds the *T, even
	// by mistake, the object is not freed. (A Ref that was released reaches an
	// object that is idle, too: do not keep it.) An object to which its own pointers
	// lead back, through others, is never freed, unless Reset has cut them;
	// rctest.AllFreed notices. Nothing is freed when the program ends. The garbage
	// collector knows nothing of C memory, and does not run because that grows. The
	// objects cannot have another finalizer.
	//
	// Free gets the object as its last user or Reset has left it, and must not keep
	// it. It runs on a goroutine of rcpool, one call at a time for all pools. It may
	// use pools, wait and take locks. A panic of Free ends the program.
	//
	// A pool with a Free needs a Reset, or a T with a method Reset, which must keep
	// what is to be freed. If there is neither, the first Get panics: the default
	// reset leaves nothing to free. New must return the address of a variable of its
	// own in Go's heap, such as new(T); if it returns that of a field or of an
	// element of an array, the runtime ends the program. Guard and Memory have no
	// effect, and the objects of checked leases are not overwritten, so late writes
	// to them are not noticed.
	Free func(*T)

	// Guard puts the objects of checked leases on memory pages of their own, which
	// are protected when the lease ends. A read or write through a kept *T then
	// faults at that very line. Guard works for types without pointers, such as
	// arrays of bytes, on 64-bit Linux, macOS, FreeBSD, NetBSD and DragonFly. It
	// has no effect elsewhere, nor under the race detector, which does not see
	// that memory.
	//
	// New is not called for these objects: they are zero. They are outside the Go
	// heap, and GOMEMLIMIT does not count them, so set no finalizer or cleanup on
	// them, and make no weak pointer to them. An address is never used again, so a
	// *T faults however long it was kept. A lease that leaks keeps its pages.
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

	reset func(*T) // Reset, or the method of T; set by the first lease
}

// settle settles what the fields say, at the first lease.
//
//go:norace
func (p *Pool[T]) settle() {
	reset := resetOf(p.Reset)
	if reset == nil && p.Free != nil {
		panic("rcpool: a pool with a Free needs a Reset: the zero value has nothing left to free")
	}
	p.core.mu.Lock()
	if !p.core.settled.Load() {
		p.reset = reset
		p.core.settle(reflect.TypeFor[T](), p.Name, p.Guard, typedFuncsOf(p.New, p.reset, p.Keep, p.Memory, p.Free))
	}
	p.core.mu.Unlock()
}

// Why the unsafe code in poolOf, objectOf and pointerTo is safe: a slot is made
// in one place, pool.newSlot, which stores in it the pool, the first field of a
// Pool[T], and an object of that Pool[T], a *T. The pool never changes, and the
// object only becomes nil, when the slot is never leased again: then no reference
// is live. A slot is only ever put among the idle slots of that Pool[T], or on its
// shelf, and only ever named by a Ref[T] that the Pool[T] handed out, so these
// functions are only called with the T that the slot was made with. (A Ref[T] does
// not convert to a Ref[U]: see Ref.) All are ordinary pointers to the garbage
// collector. The same holds for the objects that a pool passes to its typed, and
// for the T of its reflect type.

func poolOf[T any](s *slot) *Pool[T] { return (*Pool[T])(unsafe.Pointer(s.pool)) }

func objectOf[T any](s *slot) *T { return (*T)(s.object) }
