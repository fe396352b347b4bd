// Package slicepool leases slices to libraries that know memory only by its
// address: they get a slice and give back a slice, without a reference.
//
// # Finding the lease
//
// A registry has the address of every block of memory of a pool. It must not
// keep a block alive, or a slice that a library forgets would never be freed. So
// it has weak pointers, and while a block is leased, only the owner of the slice
// keeps it alive. A forgotten block is garbage collected, counted as lost and, in
// a checked lease, reported as a leak, like any other object of an rcpool.Pool.
//
// If the registry has an address, and its weak pointer for that address leads
// there, then the address is the start of that block. The pool uses nothing but
// the address of any other slice: it recognizes foreign memory and leaves it
// alone.
package slicepool

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/sizeclass"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/internal/slicepool") }

// A Pool leases slices of T. It has an rcpool.Pool for each size of block. Set
// the fields before first use, and do not copy a Pool after that. It is safe for
// concurrent use.
type Pool[T any] struct {
	// Name is the prefix of the names of the pools: Name(4096) has the blocks of
	// 4096 elements, and Name(>1048576) those that are too large to be kept.
	Name string
	// Min is the number of elements of the smallest block. It is a power of two
	// and at least 4.
	Min int
	// Max is the largest number of elements of a slice whose block is kept. The
	// block can be larger by a third.
	Max int
	// Align is the alignment of the blocks in bytes, a power of two. It needs
	// elements of one byte. 0 leaves the alignment to the runtime.
	Align uintptr
	// Zero makes Get clear the elements that it leases.
	Zero bool
	// Clear makes Put clear the block, so that it keeps nothing alive.
	Clear bool

	once     sync.Once
	classes  []rcpool.Pool[block[T]] // by size class
	large    rcpool.Pool[block[T]]   // blocks that are not kept
	registry registry[T]
}

// A block is the pooled object. It holds the memory while it is idle.
type block[T any] struct {
	memory []T  // length 0; nil while it is leased, so that only the owner of the slice keeps it alive
	fresh  bool // the memory was never leased, so it is zero

	// A checked lease does not watch the next two, because it skips types of
	// package atomic.
	entry atomic.Pointer[entry[T]] `rcpool:"keep"`
	lease atomic.Pointer[lease[T]] `rcpool:"keep"`
}

// A lease holds the reference of the current lease of a block, or of its last
// one. The mutex of the block's entry guards it.
type lease[T any] struct {
	ref rcpool.Ref[block[T]]
}

// An entry is what the registry knows about one block.
type entry[T any] struct {
	address uintptr
	first   weak.Pointer[T]
	size    int
	pool    string

	mu    sync.Mutex
	open  *lease[T]              // while the block is leased
	last  weak.Pointer[lease[T]] // the same lease, also when it has ended; the block has the strong pointer
	final *lease[T]              // set when a checked lease has ended: the block is never leased again
}

// Get leases n elements. The slice has no capacity beyond them. The caller owns
// it until it passes it to Put. Get panics if n is negative.
func (p *Pool[T]) Get(n int) []T {
	if n < 0 {
		panic(fmt.Sprintf("rcpool: %s: the length %d is negative", p.Name, n))
	}
	p.once.Do(p.setup)
	ref := p.block(n)
	b := ref.Value()
	memory := b.memory[:n:n]
	if p.Zero && !b.fresh {
		clear(memory)
	}
	b.memory = nil
	e, l := b.entry.Load(), b.lease.Load()
	e.mu.Lock()
	l.ref = ref
	e.open = l
	e.mu.Unlock()
	return memory
}

// Put ends the lease of the block that starts at the address of memory, whatever
// length and capacity memory has. It reports whether there is such a block; if
// not, it does nothing.
//
// Put panics with an *rcpool.Misuse (DoubleRelease) if the block is not leased.
// If the block was leased again meanwhile, Put cannot know and ends that lease;
// only the block of a checked lease is never leased again.
func (p *Pool[T]) Put(memory []T) bool {
	first := unsafe.SliceData(memory)
	e := p.registry.find(first)
	if e == nil {
		return false
	}
	e.mu.Lock()
	l := e.open
	if l == nil {
		e.mu.Unlock()
		e.misuse("Put")
		return true
	}
	defer e.mu.Unlock() // locked until the end, so that no one sees a half-returned block
	e.open = nil
	if p.Clear {
		clear(e.whole(first))
	}
	l.ref.Value().memory = e.whole(first)[:0]
	l.ref.Release()
	return true
}

// Resize returns the first n elements of the leased block that memory starts. If
// p.Zero is set, it clears the elements beyond the length of memory. The caller
// owns the result in place of memory. Resize reports false if p did not lease
// memory, or if the block is too small; then the caller still owns memory. It
// panics like Put; if misuses are only reported, the result is zero, and not of
// the pool.
func (p *Pool[T]) Resize(memory []T, n int) ([]T, bool) {
	first := unsafe.SliceData(memory)
	e := p.registry.find(first)
	if e == nil {
		return nil, false
	}
	e.mu.Lock()
	leased := e.open != nil
	e.mu.Unlock()
	switch {
	case !leased:
		e.misuse("Resize")
		return make([]T, n), true // not a copy: the memory may have a new owner
	case n > e.size:
		return nil, false
	}
	resized := e.whole(first)[:n:n]
	if p.Zero && n > len(memory) {
		clear(resized[len(memory):])
	}
	return resized, true
}

// Returned panics with an *rcpool.Misuse (DoubleRelease) if memory belongs to p.
// The caller knows that memory was put before.
func (p *Pool[T]) Returned(memory []T) {
	if e := p.registry.find(unsafe.SliceData(memory)); e != nil {
		e.misuse("Put")
	}
}

// whole returns the block that starts at first. The registry has checked that,
// so there are size elements.
func (e *entry[T]) whole(first *T) []T { return unsafe.Slice(first, e.size) }

// misuse raises a misuse: it panics, unless misuses are only reported. If it can
// find the reference of the lease that has ended, it releases that once more, so
// that the report has the call sites of that lease, and the block is retired. It
// does not touch the block of another lease.
func (e *entry[T]) misuse(op string) {
	e.mu.Lock()
	l := e.final
	if l == nil && e.open == nil {
		l = e.last.Value()
	}
	var ended rcpool.Ref[block[T]]
	if l != nil {
		ended = l.ref
	}
	e.mu.Unlock()
	if !ended.IsZero() && !ended.Valid() {
		ended.Release()
		return
	}
	(&rcpool.Misuse{Kind: rcpool.DoubleRelease, Op: op, Pool: e.pool}).Raise()
}

// block leases a block of at least n elements.
func (p *Pool[T]) block(n int) rcpool.Ref[block[T]] {
	if class := sizeclass.For(n, p.Min); class < len(p.classes) {
		return p.classes[class].Get()
	}
	memory := p.allocate(n) // before Get, because it may panic
	ref := p.large.Get()
	p.register(ref.Value(), memory, p.large.Name)
	return ref
}

func (p *Pool[T]) setup() {
	p.classes = make([]rcpool.Pool[block[T]], sizeclass.For(p.Max, p.Min)+1)
	for class := range p.classes {
		pool, size := &p.classes[class], sizeclass.Size(class, p.Min)
		p.setupPool(pool, fmt.Sprintf("%s(%d)", p.Name, size))
		pool.New = func() *block[T] {
			b := new(block[T])
			p.register(b, p.allocate(size), pool.Name)
			return b
		}
	}
	p.setupPool(&p.large, fmt.Sprintf("%s(>%d)", p.Name, p.Max))
	p.large.Keep = func(*block[T]) bool { return false }
}

func (p *Pool[T]) setupPool(pool *rcpool.Pool[block[T]], name string) {
	pool.Name = name
	pool.Reset = func(b *block[T]) { b.fresh = false }
	pool.Memory = func(b *block[T]) []byte { // called only at the end of a checked lease
		e := b.entry.Load()
		e.final = b.lease.Load() // Put holds e.mu
		if memory, ok := any(e.whole(unsafe.SliceData(b.memory))).([]byte); ok {
			return memory
		}
		return nil
	}
}

func (p *Pool[T]) allocate(size int) []T {
	memory := make([]T, size)
	if p.Align > 0 && address(memory)%p.Align != 0 { // rare
		memory = make([]T, size+int(p.Align))
		memory = memory[-address(memory)%p.Align:][:size:size]
	}
	return memory
}

// register gives new memory to b and adds it to the registry.
func (p *Pool[T]) register(b *block[T], memory []T, pool string) {
	l := new(lease[T])
	e := &entry[T]{address: address(memory), first: weak.Make(&memory[0]), size: len(memory), pool: pool, last: weak.Make(l)}
	b.memory, b.fresh = memory[:0], true
	b.entry.Store(e)
	b.lease.Store(l)
	p.registry.add(e.address, e)
	runtime.AddCleanup(&memory[0], p.registry.remove, e)
}

func address[T any](memory []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memory))) }
