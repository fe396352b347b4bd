package rcpool

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"sync"
	"unsafe"
)

// Guard pages stop a borrowed *T that was kept too long. A guarded object has
// memory pages of its own, outside of the Go heap. When its lease ends, the
// pages are protected: whoever still reads or writes the object faults, at the
// very line. Nothing else can notice a late read in a production build.
//
// A fault ends the process like any memory error, with the stacks of all
// goroutines. A goroutine that has called debug.SetPanicOnFault(true) panics
// instead, with a runtime.Error that has a method Addr, and guardedAt knows
// whose lease that address was. (The address is in the object, but need not be
// that of the field: the compiler may touch the start of an object first, to
// see whether the pointer is nil.) A system call that is given a protected
// buffer does not fault: it fails with "bad address".
//
// # Why the unsafe code here is safe
//
// The garbage collector does not look into the pages, so only a type without
// pointers may live there (guardable). Pointers to them may be kept anywhere:
// the collector ignores pointers that lead outside of the heap. It must not be
// asked about them, though: runtime.AddCleanup panics, and
// runtime.SetFinalizer and weak.Make end the process.
//
// Nor does the collector know when nobody points to the pages any more. They
// are kept in quarantine for as long as its bounds allow, and then unmapped.
// A stale pointer still faults after that, until the kernel gives the address
// to somebody else, so the bounds decide how late a use is caught for certain.
// They count address space rather than memory, which Linux takes back when the
// pages are protected.
//
// On 64-bit machines the runtime picks the addresses of the Go heap, far from
// where the kernel puts mappings that ask for none, so a stale pointer does not
// become one into the heap, where the collector would take it seriously. On
// 32-bit machines they share what little there is, so there are no guard
// pages.

// guardSupported says that this build can guard leases.
//
// A build for the race detector can not, although nothing crashes. The
// detector knows nothing outside of the heap and the package variables: it
// does not see races on the pages, and it does not see what a mutex or an
// atomic there synchronises, and then reports races that are none.
const guardSupported = guardPages && !raceEnabled

// guardable says that objects of type t can be guarded: they are not empty and
// have no pointers.
func guardable(t reflect.Type) bool {
	return guardSupported && t.Size() > 0 && pointerFree(t)
}

func pointerFree(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return t.Len() == 0 || pointerFree(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !pointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// mapGuarded maps zeroed pages for an object of the given size and alignment,
// a power of two up to the size of a page. The caller owns the object and ends
// its lease with protectGuarded, exactly once; the garbage collector never
// does: a lease that leaks keeps its pages, since a *T to them keeps nothing
// alive and may still be in use. The object ends where a protected page begins, so that
// an overrun faults too; in between are at most max(align, 16) - 1 bytes.
//
// note is what guardedAt will say about the address. It is kept until the
// pages are unmapped, so what it refers to is not collected before.
//
// It fails, and the object should be an ordinary one, where there are no guard
// pages, when the kernel refuses (out of memory or of mappings), and when too
// many leases are guarded already.
func mapGuarded(size, align uintptr, note any) (unsafe.Pointer, error) {
	return guards.admit(size, align, note)
}

// protectGuarded ends the lease of a guarded object: from now on, any use of
// it faults. The pages go into quarantine, and the oldest there are unmapped
// if it is full; so are these, should the kernel refuse to protect them. It
// panics if p is not a guarded object in use.
func protectGuarded(p unsafe.Pointer) { guards.end(p, true) }

// guardedAt is the note given to mapGuarded for the pages that addr is on,
// whether the object is in use (then addr is an overrun) or in quarantine.
func guardedAt(addr uintptr) (note any, ok bool) { return guards.at(addr) }

// guardCounts are sums over all pools. Bytes are address space, protected
// pages included.
type guardCounts struct {
	mapped, quarantined           int     // objects in use; objects whose pages are protected
	mappedBytes, quarantinedBytes uintptr // of their pages
}

// guards are the guarded leases of the process. Linux grants a process 65,530
// mappings by default, and the Go runtime does not survive to be refused one.
// A lease in use takes up to two of them, one in quarantine one at most.
var guards = guardBook{maxMapped: 4096, maxMappedBytes: 256 << 20, maxQuarantined: 1024, maxQuarantinedBytes: 64 << 20}

// A guardBook knows all guarded objects and bounds their number.
type guardBook struct {
	maxMapped           int
	maxMappedBytes      uintptr
	maxQuarantined      int
	maxQuarantinedBytes uintptr

	mu         sync.Mutex
	objects    map[unsafe.Pointer]*guarded // in use and in quarantine
	quarantine []*guarded                  // the oldest first
	counts     guardCounts
}

// A guarded object is alone on its pages, the last of which is always
// protected.
type guarded struct {
	object unsafe.Pointer
	pages  []byte
	note   any
	ended  bool // its lease; under guardBook.mu
}

var (
	errTooManyGuarded = errors.New("rcpool: too many guarded leases")
	errGuardLayout    = errors.New("rcpool: no pages can hold such an object")
)

// guardLayout says how many bytes of pages an object needs, the protected one
// not included, and where on them it begins.
func guardLayout(size, align, page uintptr) (usable, offset uintptr, err error) {
	align = max(align, 16)
	const most = ^uintptr(0) >> 2 // so that nothing here overflows, nor does an int
	if size == 0 || size > most || align&(align-1) != 0 || align > page {
		return 0, 0, fmt.Errorf("%w: size %d, alignment %d, pages of %d", errGuardLayout, size, align, page)
	}
	usable = (size + page - 1) &^ (page - 1)
	return usable, (usable - size) &^ (align - 1), nil
}

func (b *guardBook) admit(size, align uintptr, note any) (unsafe.Pointer, error) {
	page := uintptr(os.Getpagesize())
	usable, offset, err := guardLayout(size, align, page)
	if err != nil {
		return nil, err
	}
	if !b.reserve(usable + page) {
		return nil, errTooManyGuarded
	}
	pages, err := mapPages(usable+page, usable)
	if err != nil {
		b.cancel(usable + page)
		return nil, fmt.Errorf("rcpool: guard pages for %d bytes: %w", size, err)
	}
	object := unsafe.Pointer(&pages[offset])
	b.enter(&guarded{object: object, pages: pages, note: note})
	return object, nil
}

// reserve counts an object in, if there is room for one more.
func (b *guardBook) reserve(bytes uintptr) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.counts.mapped >= b.maxMapped || b.counts.mappedBytes+bytes > b.maxMappedBytes {
		return false
	}
	b.counts.mapped++
	b.counts.mappedBytes += bytes
	return true
}

// cancel takes reserve back.
func (b *guardBook) cancel(bytes uintptr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts.mapped--
	b.counts.mappedBytes -= bytes
}

func (b *guardBook) enter(g *guarded) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.objects == nil {
		b.objects = map[unsafe.Pointer]*guarded{}
	}
	b.objects[g.object] = g
}

// end ends the lease of the object at p: its pages go into quarantine, or, if
// nobody can use them any more, back to the kernel at once. The lock is not
// held while the kernel works.
func (b *guardBook) end(p unsafe.Pointer, quarantine bool) {
	g := b.ending(p)
	if quarantine && protectPages(g.pages) == nil {
		for _, old := range b.detain(g) {
			b.unmap(old)
		}
		return
	}
	b.forget(g)
	b.unmap(g)
}

// ending claims the object at p for the one who ends its lease.
func (b *guardBook) ending(p unsafe.Pointer) *guarded {
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.objects[p]
	if g == nil || g.ended {
		panic(fmt.Sprintf("rcpool: no guarded object in use at %p", p))
	}
	g.ended = true
	b.counts.mapped--
	b.counts.mappedBytes -= uintptr(len(g.pages))
	return g
}

// detain puts g into quarantine, and takes out whatever is too much for it,
// for the caller to unmap. That can be g itself, if it is large.
func (b *guardBook) detain(g *guarded) (out []*guarded) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.append(g)
	for b.counts.quarantined > b.maxQuarantined || b.counts.quarantinedBytes > b.maxQuarantinedBytes {
		oldest := b.quarantine[0]
		b.quarantine[0] = nil // so that the array below does not keep it
		b.quarantine = b.quarantine[1:]
		b.counts.quarantined--
		b.counts.quarantinedBytes -= uintptr(len(oldest.pages))
		delete(b.objects, oldest.object)
		out = append(out, oldest)
	}
	return out
}

func (b *guardBook) append(g *guarded) {
	b.quarantine = append(b.quarantine, g)
	b.counts.quarantined++
	b.counts.quarantinedBytes += uintptr(len(g.pages))
}

func (b *guardBook) forget(g *guarded) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.objects, g.object)
}

// unmap gives the pages of g back, which nobody must find in the book any
// more, since their address can be another object's at once. If the kernel is
// out of mappings it refuses, for a hole among protected pages takes one more
// of them; then g stays in quarantine until the next try.
func (b *guardBook) unmap(g *guarded) {
	if unmapPages(g.pages) == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.objects[g.object] = g
	b.append(g)
}

func (b *guardBook) at(addr uintptr) (note any, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, g := range b.objects { // a fault is rare
		first := uintptr(unsafe.Pointer(&g.pages[0]))
		if addr-first < uintptr(len(g.pages)) { // also wrong if addr is less
			return g.note, true
		}
	}
	return nil, false
}

func (b *guardBook) stats() guardCounts {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.counts
}
