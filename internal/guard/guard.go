// Package guard gives objects memory pages of their own, outside of the Go
// heap, and protects the pages when the lease of the object ends: a borrowed *T
// that was kept too long then faults at the very line that uses it. Nothing else
// can notice a late read in a production build.
//
// A fault ends the process like any memory error, with the stacks of all
// goroutines. A goroutine that has called debug.SetPanicOnFault(true) panics
// instead, with a runtime.Error that has a method Addr, and [At] knows whose
// lease that address was. (The address is in the object, but need not be that of
// the field: the compiler may touch the start of an object first, to see whether
// the pointer is nil.) A system call that is given a protected buffer does not
// fault: it fails with "bad address".
//
// # Why the unsafe code here is safe
//
// The garbage collector does not look into the pages, so only a type without
// pointers may live there ([Guardable]). Pointers to them may be kept anywhere:
// the collector ignores pointers that lead outside of the heap. It must not be
// asked about them, though: runtime.AddCleanup panics, and
// runtime.SetFinalizer and weak.Make end the process.
//
// Nor does the collector know when nobody points to the pages any more. So an
// address is used once: the pages stay protected for ever, and a stale pointer
// faults however late it is used. What is used up is address space, within a
// bound; beyond it no more leases are guarded. Linux takes the memory back when
// the pages are protected.
//
// On 64-bit machines the runtime picks the addresses of the Go heap, far from
// where the kernel puts mappings that ask for none, so a stale pointer does not
// become one into the heap, where the collector would take it seriously. On
// 32-bit machines they share what little there is, so there are no guard
// pages.
package guard

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/shape"
)

// Supported reports whether this build can guard leases.
//
// A build for the race detector cannot, although nothing crashes. The detector
// knows nothing outside of the heap and the package variables: it does not see
// races on the pages, and it does not see what a mutex or an atomic there
// synchronizes, and then reports races that are none.
const Supported = pagesSupported && !race.Enabled

// Guardable reports whether objects of type t can be guarded: they are not empty
// and have no pointers.
func Guardable(t reflect.Type) bool {
	return Supported && t.Size() > 0 && shape.PointerFree(t)
}

// Map maps zeroed pages for an object of the given size and alignment,
// a power of two up to the size of a page. The caller owns the object and ends
// its lease with Protect, exactly once. The garbage collector never does: a
// lease that leaks keeps its pages, since a *T to them keeps nothing alive and
// may still be in use. The object ends where a protected page begins, so that an
// overrun faults too; in between are at most max(align, 16) - 1 bytes.
//
// At returns the note for addresses on these pages. It is kept while the object
// is in use, and for the latest 1024 that were protected; what it refers to is
// not collected before.
//
// Map fails where there are no guard pages, when the kernel refuses (out of
// memory or of mappings), when too many leases are guarded already, and when
// all addresses are used up. The caller then makes an ordinary object instead.
func Map(size, align uintptr, note any) (unsafe.Pointer, error) {
	return process.admit(size, align, note)
}

// Protect ends the lease of a guarded object: from now on, any use of it faults.
// Protect panics if p is not a guarded object in use.
func Protect(p unsafe.Pointer) { process.end(p) }

// At returns the note that Map was given for the pages that addr is on, whether
// the object is in use (then addr is an overrun) or was protected. It fails if
// addr is on no such page, or if the note is forgotten.
func At(addr uintptr) (note any, ok bool) { return process.at(addr) }

// process has the guarded leases of the process. Linux grants a process 65,530
// mappings by default, and the Go runtime does not survive to be refused one.
// An object in use takes up to two of them; protected pages that are neighbours
// are one.
var process = set{maxMapped: 4096, maxMappedBytes: 256 << 20, maxNotes: 1024, space: space{regionSize: 1 << 30, limit: addressSpace}}

// A set has guarded objects, and bounds their number.
type set struct {
	maxMapped      int
	maxMappedBytes uintptr
	maxNotes       int
	space          space

	mu        sync.Mutex
	objects   map[unsafe.Pointer]*guarded // in use, and the latest that were protected
	protected []*guarded                  // the oldest first
	counts    counts
}

// counts are of the objects in use. The bytes are address space, protected pages
// included.
type counts struct {
	mapped int
	bytes  uintptr
}

// A guarded object is alone on its pages, the last of which is always
// protected.
type guarded struct {
	object unsafe.Pointer
	pages
	note  any
	ended bool // its lease; under set.mu
}

var (
	errTooMany = errors.New("rcpool: too many guarded leases")
	errNoSpace = errors.New("rcpool: all addresses for guarded leases are used up")
	errLayout  = errors.New("rcpool: no pages can hold such an object")
)

// layout returns how many bytes of pages an object needs, the protected page not
// included, and where on them it begins.
func layout(size, align, page uintptr) (usable, offset uintptr, err error) {
	align = max(align, 16)
	const most = ^uintptr(0) >> 2 // so that nothing here overflows, nor does an int
	if size == 0 || size > most || align&(align-1) != 0 || align > page {
		return 0, 0, fmt.Errorf("%w: size %d, alignment %d, pages of %d", errLayout, size, align, page)
	}
	usable = (size + page - 1) &^ (page - 1)
	return usable, (usable - size) &^ (align - 1), nil
}

func (s *set) admit(size, align uintptr, note any) (unsafe.Pointer, error) {
	page := uintptr(os.Getpagesize())
	usable, offset, err := layout(size, align, page)
	if err != nil {
		return nil, err
	}
	if !s.reserve(usable + page) {
		return nil, errTooMany
	}
	pages, err := s.space.take(usable+page, usable)
	if err != nil {
		s.cancel(usable + page)
		return nil, fmt.Errorf("rcpool: guard pages for %d bytes: %w", size, err)
	}
	object := unsafe.Pointer(&pages.memory[offset])
	s.enter(&guarded{object: object, pages: pages, note: note})
	return object, nil
}

// reserve counts an object in, if there is room for one more.
func (s *set) reserve(bytes uintptr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts.mapped >= s.maxMapped || s.counts.bytes+bytes > s.maxMappedBytes {
		return false
	}
	s.counts.mapped++
	s.counts.bytes += bytes
	return true
}

// cancel takes reserve back.
func (s *set) cancel(bytes uintptr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.mapped--
	s.counts.bytes -= bytes
}

func (s *set) enter(g *guarded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.objects == nil {
		s.objects = map[unsafe.Pointer]*guarded{}
	}
	s.objects[g.object] = g
}

// end ends the lease of the object at p. The lock is not held while the kernel
// works. If the kernel refuses to protect the pages, which takes neither memory
// nor a mapping, then what is written to them late is in nobody's way.
func (s *set) end(p unsafe.Pointer) {
	g := s.ending(p)
	protectPages(g.memory)
	s.space.give(g.pages)
	s.remember(g)
}

// ending claims the object at p for the caller, which ends its lease.
func (s *set) ending(p unsafe.Pointer) *guarded {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.objects[p]
	if g == nil || g.ended {
		panic(fmt.Sprintf("rcpool: no guarded object in use at %p", p))
	}
	g.ended = true
	s.counts.mapped--
	s.counts.bytes -= uintptr(len(g.memory))
	return g
}

// remember keeps the note of g, and forgets the oldest if there are too many.
func (s *set) remember(g *guarded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.protected = append(s.protected, g)
	if len(s.protected) > s.maxNotes {
		delete(s.objects, s.protected[0].object)
		s.protected[0] = nil // so that the array below does not keep it
		s.protected = s.protected[1:]
	}
}

func (s *set) at(addr uintptr) (note any, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.objects { // a fault is rare
		first := uintptr(unsafe.Pointer(&g.memory[0]))
		if addr-first < uintptr(len(g.memory)) { // also wrong if addr is less
			return g.note, true
		}
	}
	return nil, false
}
