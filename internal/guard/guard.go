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
// Nor does the collector know when nobody points to the pages any more. They
// stay in quarantine for as long as its bounds allow, and then they are
// unmapped. A stale pointer still faults after that, until the kernel gives the
// address to another mapping, so the bounds decide how late a use is caught for
// certain. They count address space rather than memory, which Linux takes back
// when the pages are protected.
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
// At returns the note for addresses on these pages. It is kept until the pages
// are unmapped, so what it refers to is not collected before.
//
// Map fails where there are no guard pages, when the kernel refuses (out of
// memory or of mappings), and when too many leases are guarded already. The
// caller then makes an ordinary object instead.
func Map(size, align uintptr, note any) (unsafe.Pointer, error) {
	return process.admit(size, align, note)
}

// Protect ends the lease of a guarded object: from now on, any use of
// it faults. The pages go into quarantine, and the oldest there are unmapped
// if it is full; so are these if the kernel refuses to protect them. Protect
// panics if p is not a guarded object in use.
func Protect(p unsafe.Pointer) { process.end(p, true) }

// At returns the note that Map was given for the pages that addr is on, whether
// the object is in use (then addr is an overrun) or in quarantine. It fails if
// addr is on no such page.
func At(addr uintptr) (note any, ok bool) { return process.at(addr) }

// counts are sums over all pools. Bytes are address space, protected
// pages included.
type counts struct {
	mapped, quarantined           int     // objects in use; objects whose pages are protected
	mappedBytes, quarantinedBytes uintptr // of their pages
}

// process has the guarded leases of the process. Linux grants a process 65,530
// mappings by default, and the Go runtime does not survive to be refused one.
// A lease in use takes up to two of them, one in quarantine one at most.
var process = set{maxMapped: 4096, maxMappedBytes: 256 << 20, maxQuarantined: 1024, maxQuarantinedBytes: 64 << 20}

// A set has guarded objects, and bounds their number.
type set struct {
	maxMapped           int
	maxMappedBytes      uintptr
	maxQuarantined      int
	maxQuarantinedBytes uintptr

	mu         sync.Mutex
	objects    map[unsafe.Pointer]*guarded // in use and in quarantine
	quarantine []*guarded                  // the oldest first
	counts     counts
}

// A guarded object is alone on its pages, the last of which is always
// protected.
type guarded struct {
	object unsafe.Pointer
	pages  []byte
	note   any
	ended  bool // its lease; under set.mu
}

var (
	errTooMany = errors.New("rcpool: too many guarded leases")
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
	pages, err := mapPages(usable+page, usable)
	if err != nil {
		s.cancel(usable + page)
		return nil, fmt.Errorf("rcpool: guard pages for %d bytes: %w", size, err)
	}
	object := unsafe.Pointer(&pages[offset])
	s.enter(&guarded{object: object, pages: pages, note: note})
	return object, nil
}

// reserve counts an object in, if there is room for one more.
func (s *set) reserve(bytes uintptr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts.mapped >= s.maxMapped || s.counts.mappedBytes+bytes > s.maxMappedBytes {
		return false
	}
	s.counts.mapped++
	s.counts.mappedBytes += bytes
	return true
}

// cancel takes reserve back.
func (s *set) cancel(bytes uintptr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.mapped--
	s.counts.mappedBytes -= bytes
}

func (s *set) enter(g *guarded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.objects == nil {
		s.objects = map[unsafe.Pointer]*guarded{}
	}
	s.objects[g.object] = g
}

// end ends the lease of the object at p: its pages go into quarantine, or, if
// nothing can use them any more, back to the kernel at once. The lock is not
// held while the kernel works.
func (s *set) end(p unsafe.Pointer, quarantine bool) {
	g := s.ending(p)
	if quarantine && protectPages(g.pages) == nil {
		for _, old := range s.detain(g) {
			s.unmap(old)
		}
		return
	}
	s.forget(g)
	s.unmap(g)
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
	s.counts.mappedBytes -= uintptr(len(g.pages))
	return g
}

// detain puts g into quarantine, and takes out whatever is too much for it,
// for the caller to unmap. That can be g itself, if it is large.
func (s *set) detain(g *guarded) (out []*guarded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.append(g)
	for s.counts.quarantined > s.maxQuarantined || s.counts.quarantinedBytes > s.maxQuarantinedBytes {
		oldest := s.quarantine[0]
		s.quarantine[0] = nil // so that the array below does not keep it
		s.quarantine = s.quarantine[1:]
		s.counts.quarantined--
		s.counts.quarantinedBytes -= uintptr(len(oldest.pages))
		delete(s.objects, oldest.object)
		out = append(out, oldest)
	}
	return out
}

func (s *set) append(g *guarded) {
	s.quarantine = append(s.quarantine, g)
	s.counts.quarantined++
	s.counts.quarantinedBytes += uintptr(len(g.pages))
}

func (s *set) forget(g *guarded) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, g.object)
}

// unmap gives the pages of g back. The set must not know g any more, since their
// address can be another object's at once. If the kernel is out of mappings it
// refuses, because a hole among protected pages takes one more of them; then g
// stays in quarantine until the next try.
func (s *set) unmap(g *guarded) {
	if unmapPages(g.pages) == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[g.object] = g
	s.append(g)
}

func (s *set) at(addr uintptr) (note any, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.objects { // a fault is rare
		first := uintptr(unsafe.Pointer(&g.pages[0]))
		if addr-first < uintptr(len(g.pages)) { // also wrong if addr is less
			return g.note, true
		}
	}
	return nil, false
}

func (s *set) stats() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
