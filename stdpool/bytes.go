package stdpool

import (
	"cmp"
	"fmt"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A ByteRef is an owned reference to bytes that are shared by counting, not by
// copying. It is an rcpool.Ref with bounds: the bytes are part of a block of
// memory, and all references into one block are references of one lease. So
// what holds for a Ref holds here. Whoever has a ByteRef must Release it exactly
// once or hand it on; a copy of it is the same reference; each reference has an
// identity of its own, and using one that was given up panics with an
// *rcpool.Misuse. When the last reference into a block is released, the block
// goes back to its pool. The zero ByteRef refers to nothing.
//
// The methods that move the bounds have a pointer receiver, and so has Release:
// a deferred b.Release() releases what b has become by then.
//
// # Growing
//
// Every byte of a block is given out once. A reference whose bytes are the last
// that were given out grows where it is, into the rest of the block; any other,
// and one that finds no room, moves to a block of its own, twice the size, and
// leaves the old one to those who share it. So appending never writes to what
// another reference shows, and references into one block may grow at the same
// time.
//
// # Concurrent use
//
// Different references may be used by different goroutines at the same time.
// The bytes are not locked: who writes to bytes that others see, or grows a
// ByteRef that others use, must agree with them.
type ByteRef struct {
	ref      rcpool.Ref[block]
	from, to int // in the block
}

// Bytes leases n bytes from Default. See Pools.Bytes.
func Bytes(n int) ByteRef { return Default.Bytes(n) }

// Bytes leases n zeroed bytes; the caller owns the reference. To build
// something by appending, begin with Bytes(0), and Grow if its size is known.
//
// The block that they are part of has one of the sizes 64, 80, 96, 112, 128,
// 160 and so on, four in each power of two, which wastes 8 % of memory on
// average and 25 % at worst. A block larger than p.MaxBytes has the size that is
// asked for, and is not kept. Bytes panics if n is negative.
func (p *Pools) Bytes(n int) ByteRef {
	if n < 0 {
		panic(fmt.Sprintf("stdpool: Bytes(%d): the length is negative", n))
	}
	b := ByteRef{ref: p.ready().block(n), to: n}
	o := b.ref.Value()
	if !p.Dirty && !o.fresh {
		clear(o.memory[:n])
	}
	o.given = int64(n)
	return b
}

// Value borrows the bytes. They are valid as long as the reference is, and
// must not be kept or used after b was released, handed on, or has grown. An
// append to them never writes into the block.
//
// Value panics with a *rcpool.Misuse if b is zero (ZeroRef) or stale
// (UseAfterRelease).
func (b ByteRef) Value() []byte { return b.ref.Value().memory[b.from:b.to:b.to] }

// Len is the number of bytes. It does not look at the block.
func (b ByteRef) Len() int { return b.to - b.from }

// Retain issues another reference to the same bytes, owned by the caller. It
// panics like rcpool.Ref.Retain.
func (b ByteRef) Retain() ByteRef { return ByteRef{b.ref.Retain(), b.from, b.to} }

// Slice issues a reference to the bytes i to j of b, owned by the caller, and
// with an identity of its own; nothing is copied, and b stays as it is. Slice
// panics like a slice expression if there are no such bytes, and like
// rcpool.Ref.Retain.
func (b ByteRef) Slice(i, j int) ByteRef {
	if i < 0 || j < i || j > b.Len() {
		panic(fmt.Sprintf("stdpool: slice bounds out of range [%d:%d] with length %d", i, j, b.Len()))
	}
	return ByteRef{b.ref.Retain(), b.from + i, b.from + j}
}

// Release gives up the reference. The last Release of a block returns it to its
// pool. Release panics with a *rcpool.Misuse if b is zero (ZeroRef) or was given
// up before (DoubleRelease).
func (b *ByteRef) Release() { b.ref.Release() }

// Append adds bytes at the end. It may move b to another block, which makes
// the old reference stale: copies of b, and slices that Value returned, are of
// no use afterwards. p may be part of b.
//
// Append panics like Value, and then b is as it was; so do Write, WriteString
// and Grow.
func (b *ByteRef) Append(p ...byte) {
	room, old := b.extend(len(p))
	copy(room, p)
	rcpool.Drop(&old)
}

// Write is Append for whoever wants an io.Writer. The error is always nil.
func (b *ByteRef) Write(p []byte) (int, error) {
	b.Append(p...)
	return len(p), nil
}

// WriteString is Write of a string.
func (b *ByteRef) WriteString(s string) (int, error) {
	room, old := b.extend(len(s))
	copy(room, s)
	rcpool.Drop(&old)
	return len(s), nil
}

// Grow makes room for n more bytes, so that appending them does not move b.
// Grow may move b itself. It panics if n is negative.
func (b *ByteRef) Grow(n int) {
	if n < 0 {
		panic(fmt.Sprintf("stdpool: Grow(%d): the count is negative", n))
	}
	o := b.ref.Value()
	if b.to+n > cap(o.memory) || atomic.LoadInt64(&o.given) != int64(b.to) {
		old := b.move(n)
		b.ref.Value().given = int64(b.to)
		old.Release()
	}
}

// Truncate leaves the first n bytes. It panics if there are fewer, or if b is
// zero or stale. The bytes it takes away are not given out again: others may
// see them. Appending afterwards moves b.
func (b *ByteRef) Truncate(n int) {
	b.to = b.from + len(b.Value()[:n:n])
}

// Detach takes the bytes out of the pool for good. The caller, who must be the
// only owner, owns them like any other slice; b and its lease are over. It
// panics like rcpool.Ref.Detach.
func (b *ByteRef) Detach() []byte { return b.ref.Detach().memory[b.from:b.to:b.to] }

// Hold takes another reference now, and returns a function that runs f with
// the bytes and then releases that reference, also if f panics. It must be
// called exactly once. See rcpool.Ref.Hold.
func (b ByteRef) Hold(f func([]byte)) func() {
	return b.ref.Hold(func(o *block) { f(o.memory[b.from:b.to:b.to]) })
}

// IsZero says that b is the zero ByteRef.
func (b ByteRef) IsZero() bool { return b.ref.IsZero() }

// Valid says that b is neither zero nor stale. See rcpool.Ref.Valid.
func (b ByteRef) Valid() bool { return b.ref.Valid() }

// Move hands b on: it returns the reference and zeroes b. See rcpool.Move.
func (b *ByteRef) Move() ByteRef {
	moved := *b
	*b = ByteRef{}
	return moved
}

// Drop releases b, unless it is zero, and zeroes it. See rcpool.Drop.
func (b *ByteRef) Drop() {
	if moved := b.Move(); !moved.IsZero() {
		moved.Release()
	}
}

// extend adds n bytes at the end, for the caller to fill. If b had to move, old
// is the reference it had before, for the caller to release when it is done.
func (b *ByteRef) extend(n int) (room []byte, old rcpool.Ref[block]) {
	o, end := b.ref.Value(), b.to+n
	if end > cap(o.memory) || !atomic.CompareAndSwapInt64(&o.given, int64(b.to), int64(end)) {
		old = b.move(n)
		o, end = b.ref.Value(), b.to+n
		o.given = int64(end)
	}
	room = o.memory[b.to:end]
	b.to = end
	return room, old
}

// move copies the bytes to a block that has room for n more, and makes b a
// reference to it. What is given out of that block is for the caller to say.
// The caller owns the old reference.
func (b *ByteRef) move(n int) (old rcpool.Ref[block]) {
	o, bytes, size := b.ref.Value(), b.Value(), b.Len()+n
	if b.to+n > cap(o.memory) { // it is growing, not only making way
		size = max(size, 2*len(bytes))
	}
	ref := o.pools.block(size)
	copy(whole(ref.Value().memory), bytes)
	old, b.ref = b.ref, ref
	b.from, b.to = 0, len(bytes)
	return old
}

// A block is memory that references share.
type block struct {
	// given is how many of its bytes were given out. References that grow ask
	// for more by atomic operations; who has just leased the block is alone, and
	// stores it. It comes first, where 32-bit machines align it.
	given  int64
	memory []byte `rcpool:"keep"` // of length 0: what counts is the capacity
	fresh  bool   // the memory was never leased: it is zero
	pools  *Pools `rcpool:"keep"`
}

// block leases a block of at least n bytes.
func (p *Pools) block(n int) rcpool.Ref[block] {
	if class := classFor(n); class < len(p.blocks) {
		return p.blocks[class].Get()
	}
	ref := p.largeBlocks.Get()
	defer rcpool.Drop(&ref)
	ref.Value().memory = make([]byte, 0, n)
	return rcpool.Move(&ref)
}

func (p *Pools) openBytes() {
	limit := cmp.Or(p.MaxBytes, defaultMaxBytes)
	classes := 0
	for sizeOf(classes) <= limit {
		classes++
	}
	p.blocks = make([]rcpool.Pool[block], classes)
	for class := range p.blocks {
		p.openBlocks(&p.blocks[class], fmt.Sprint(sizeOf(class)), sizeOf(class))
	}
	p.openBlocks(&p.largeBlocks, fmt.Sprintf(">%d", limit), 0)
	p.largeBlocks.Keep = func(*block) bool { return false }
}

func (p *Pools) openBlocks(pool *rcpool.Pool[block], name string, size int) {
	pool.Name = p.named("Bytes(" + name + ")")
	pool.New = func() *block { return &block{memory: make([]byte, 0, size), fresh: true, pools: p} }
	pool.Reset = func(o *block) { o.given, o.fresh = 0, false }
	pool.Memory = func(o *block) []byte { return whole(o.memory) }
}
