// Package lent leases memory to libraries that know it by its address alone:
// what they are given is a slice, and what they give back is a slice, without
// a word about the lease.
//
// # Finding the lease
//
// A book knows the address of every block of memory that is about. It must
// not keep a block alive, or a slice that a library forgets would stay for
// ever. So the book has weak pointers, and while a block is lent nothing refers
// to it but the one who has the slice: forgotten memory is collected, and
// counted and reported as a leak, like any other object of an rcpool.Pool.
//
// An address that is in the book with a weak pointer that leads to it is the
// start of that block for certain. Of all other slices nothing but the address
// is ever looked at: memory that came from elsewhere is told from memory that
// was lent, and left alone.
package lent

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"

	"github.com/rcpool/rcpool"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/internal/lent") }

// Slices lends slices of T, in sizes of which a rcpool.Pool each has the
// blocks. Fields are set before first use; Slices must not be copied after it.
// It is safe for concurrent use.
type Slices[T any] struct {
	// Name begins the names of the pools: Name(4096) has the blocks of 4096
	// elements, Name(>1048576) those that are too large to be kept.
	Name string
	// Min is the number of elements of the smallest block, a power of two.
	Min int
	// Max is the number of elements up to which what is lent is kept. Their block
	// can be larger by a third.
	Max int
	// Align is what the address of a block is a multiple of: a power of two,
	// for elements of one byte. 0 leaves it to the runtime.
	Align uintptr
	// Zero has Get clear the elements it lends.
	Zero bool
	// Clear has Put clear the block, so that it keeps nothing alive.
	Clear bool

	once  sync.Once
	pools []rcpool.Pool[block[T]] // by class
	large rcpool.Pool[block[T]]
	book  book[T]
}

// A block is what is pooled: the memory while it is idle.
type block[T any] struct {
	memory []T  // of length 0; nil while it is lent: whoever has the slice keeps it alive
	fresh  bool // the memory was never lent: it is zero

	// These are no part of what is observed in a checked lease, since that leaves
	// alone what package atomic has.
	entry atomic.Pointer[entry[T]] `rcpool:"keep"`
	lease atomic.Pointer[lease[T]] `rcpool:"keep"`
}

// A lease is the reference under which a block is, or was last, lent; the
// entry of the block has the lock of it.
type lease[T any] struct {
	ref rcpool.Ref[block[T]]
}

// An entry of the book is one block of memory.
type entry[T any] struct {
	first weak.Pointer[T]
	size  int
	pool  string

	mu   sync.Mutex
	lent *lease[T]              // while it is
	idle weak.Pointer[lease[T]] // always; the block has the strong pointer
	dead *lease[T]              // the lease was checked, and is over: the block is never lent again
}

// Get lends n elements; the slice has no capacity beyond them. The caller owns
// it until he gives it to Put. Get panics if n is negative.
func (s *Slices[T]) Get(n int) []T {
	if n < 0 {
		panic(fmt.Sprintf("rcpool: %s: a length of %d", s.Name, n))
	}
	s.once.Do(s.open)
	ref := s.block(n)
	b := ref.Value()
	memory := b.memory[:n:n]
	if s.Zero && !b.fresh {
		clear(memory)
	}
	b.memory = nil
	e, l := b.entry.Load(), b.lease.Load()
	e.mu.Lock()
	l.ref = ref
	e.lent = l
	e.mu.Unlock()
	return memory
}

// Put ends the lease of the block that memory is the beginning of, whatever
// the length and capacity it has by now. It answers false, and does nothing, if
// there is no such block.
//
// It panics with a *rcpool.Misuse (DoubleRelease) if the block is not lent. If
// it was lent again meanwhile, Put can not know, and ends that lease; only the
// block of a checked lease is never lent again.
func (s *Slices[T]) Put(memory []T) bool {
	first := unsafe.SliceData(memory)
	e := s.book.find(first)
	if e == nil {
		return false
	}
	e.mu.Lock()
	l := e.lent
	if l == nil {
		e.mu.Unlock()
		e.misuse("Put")
	}
	defer e.mu.Unlock() // held all along, so that nobody sees the block half returned
	e.lent = nil
	if s.Clear {
		clear(e.whole(first))
	}
	l.ref.Value().memory = e.whole(first)[:0]
	l.ref.Release()
	return true
}

// Resize makes the lent block show its first n elements, those beyond the
// present length cleared if s.Zero. It answers false if memory was not lent by
// s, or is too small. It panics like Put.
func (s *Slices[T]) Resize(memory []T, n int) ([]T, bool) {
	first := unsafe.SliceData(memory)
	e := s.book.find(first)
	if e == nil {
		return nil, false
	}
	e.mu.Lock()
	lent := e.lent != nil
	e.mu.Unlock()
	switch {
	case !lent:
		e.misuse("Resize")
	case n > e.size:
		return nil, false
	}
	resized := e.whole(first)[:n:n]
	if s.Zero && n > len(memory) {
		clear(resized[len(memory):])
	}
	return resized, true
}

// Returned panics with a *rcpool.Misuse (DoubleRelease) if memory, which the
// caller knows to be returned, is of s.
func (s *Slices[T]) Returned(memory []T) {
	if e := s.book.find(unsafe.SliceData(memory)); e != nil {
		e.misuse("Put")
	}
}

// whole is the block, which first is the beginning of. The book has checked
// that, so the size is that of the memory there.
func (e *entry[T]) whole(first *T) []T { return unsafe.Slice(first, e.size) }

// misuse panics. If the reference of the lease that is over can still be found,
// it is released once more, so that the panic tells what is known of that
// lease, and the block is retired. The block of another lease is not touched.
func (e *entry[T]) misuse(op string) {
	e.mu.Lock()
	l := e.dead
	if l == nil && e.lent == nil {
		l = e.idle.Value()
	}
	var over rcpool.Ref[block[T]]
	if l != nil {
		over = l.ref
	}
	e.mu.Unlock()
	if !over.IsZero() && !over.Valid() {
		over.Release()
	}
	var stack [32]uintptr
	panic(&rcpool.Misuse{Kind: rcpool.DoubleRelease, Op: op, Pool: e.pool, MisusedAt: stack[:runtime.Callers(3, stack[:])]})
}

// block leases a block of at least n elements.
func (s *Slices[T]) block(n int) rcpool.Ref[block[T]] {
	if c := s.classFor(n); c < len(s.pools) {
		return s.pools[c].Get()
	}
	memory := s.allocate(n) // first, since it may panic
	ref := s.large.Get()
	s.enter(ref.Value(), memory, s.large.Name)
	return ref
}

func (s *Slices[T]) open() {
	s.pools = make([]rcpool.Pool[block[T]], s.classes())
	for c := range s.pools {
		p, size := &s.pools[c], s.sizeOf(c)
		s.openPool(p, fmt.Sprintf("%s(%d)", s.Name, size))
		p.New = func() *block[T] {
			b := new(block[T])
			s.enter(b, s.allocate(size), p.Name)
			return b
		}
	}
	s.openPool(&s.large, fmt.Sprintf("%s(>%d)", s.Name, s.Max))
	s.large.Keep = func(*block[T]) bool { return false }
}

func (s *Slices[T]) openPool(p *rcpool.Pool[block[T]], name string) {
	p.Name = name
	p.Reset = func(b *block[T]) { b.fresh = false }
	p.Memory = func(b *block[T]) []byte { // called at the end of checked leases alone
		e := b.entry.Load()
		e.dead = b.lease.Load() // Put has the lock
		if memory, ok := any(e.whole(unsafe.SliceData(b.memory))).([]byte); ok {
			return memory
		}
		return nil
	}
}

func (s *Slices[T]) allocate(size int) []T {
	memory := make([]T, size)
	if s.Align > 0 && address(memory)%s.Align != 0 { // which is seldom
		memory = make([]T, size+int(s.Align))
		memory = memory[-address(memory)%s.Align:][:size:size]
	}
	return memory
}

// enter gives fresh memory to b, and enters it in the book.
func (s *Slices[T]) enter(b *block[T], memory []T, pool string) {
	l := new(lease[T])
	e := &entry[T]{first: weak.Make(&memory[0]), size: len(memory), pool: pool, idle: weak.Make(l)}
	b.memory, b.fresh = memory[:0], true
	b.entry.Store(e)
	b.lease.Store(l)
	s.book.enter(address(memory), e)
	runtime.AddCleanup(&memory[0], s.book.forget, line[T]{address(memory), e})
}

func address[T any](memory []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memory))) }
