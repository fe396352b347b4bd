package stdpool

import (
	"cmp"
	"fmt"
	"io"
	"sync/atomic"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sizeclass"
)

// A ByteRef is an owned reference to bytes that are shared by reference counting
// instead of copying. It is an rcpool.Ref with bounds: the bytes are part of a
// block of memory, and all references into one block are references of one
// lease.
//
// The rules are those of a Ref. The owner of a ByteRef must release it exactly
// once or hand it on. A copy of a ByteRef is the same reference. Using a
// reference that was released or handed on panics with an *rcpool.Misuse. The
// release of the last reference into a block returns the block to its pool. The
// zero ByteRef refers to nothing.
//
// Methods that change the bounds have a pointer receiver. So has Release: a
// deferred b.Release() releases the block that b refers to by then.
//
// # Growing
//
// Each byte of a block is given out once. If the bytes of a reference are the
// last that were given out, the reference grows in place, into the rest of the
// block. Otherwise, or if there is no room, it moves to a new block of at least
// twice the size, and the other references keep the old block. So appending
// never writes to bytes that another reference shows, and references into one
// block may grow at the same time.
//
// # Concurrent use
//
// Different goroutines may use different references at the same time. The bytes
// are not locked: goroutines that write to shared bytes, or that use a ByteRef
// while another one grows it, must synchronize.
type ByteRef struct {
	ref      rcpool.Ref[block]
	from, to int // the bounds in the block
}

// Bytes leases n bytes from [Default]. See Pools.Bytes.
func Bytes(n int) ByteRef { return Default().Bytes(n) }

// Bytes leases n zeroed bytes. The caller owns the reference. To build data by
// appending, start with Bytes(0), and call Grow if the size is known. Bytes(0)
// leases a block of up to 4 KiB, as large as most data needed that was built that
// way before: at most one in eight leaves half of it unused.
//
// The bytes are part of a block of size 64, 80, 96, 112, 128, 160 and so on, four
// sizes for each power of two. The rounding wastes 8 % of memory on average and
// 25 % at worst. A block larger than p.MaxBytes has exactly the requested size
// and is not kept. Bytes panics if n is negative.
func (p *Pools) Bytes(n int) ByteRef {
	if n < 0 {
		panic(fmt.Sprintf("stdpool: Bytes(%d): the length is negative", n))
	}
	if n == 0 {
		return ByteRef{ref: p.ready().firstBlock()}
	}
	b := ByteRef{to: n}
	if pool := p.ready().pool(n); pool != nil { // as in block, since a call takes 1 ns
		b.ref = pool.Get()
	} else {
		b.ref = p.largeBlock(n)
	}
	o := b.ref.Value()
	if !p.Dirty && !o.fresh {
		clear(o.memory[:n])
	}
	o.given = int64(n)
	return b
}

// Value returns the bytes. The caller borrows them: do not use them after b was
// released, handed on, or has grown. Appending to them never writes to the block.
//
// Value panics with an *rcpool.Misuse if b is zero (ZeroRef) or stale
// (UseAfterRelease). After rcpool.SetPanicOnMisuse(false) it returns other bytes
// instead, but still panics if b is a stale reference to more than
// Pools.MaxBytes.
func (b ByteRef) Value() []byte { return b.ref.Value().memory[b.from:b.to:b.to] }

// Len returns the number of bytes. It does not check the reference.
func (b ByteRef) Len() int { return b.to - b.from }

// Retain returns another reference to the same bytes. The caller owns it and must
// release it. Retain panics like rcpool.Ref.Retain.
func (b ByteRef) Retain() ByteRef { return ByteRef{b.share(), b.from, b.to} }

// Slice returns another reference, to the bytes b[i:j]. The caller owns it and
// must release it. Slice copies nothing and does not change b. It panics if i or
// j is out of range, and it panics like rcpool.Ref.Retain.
func (b ByteRef) Slice(i, j int) ByteRef {
	if i < 0 || j < i || j > b.Len() {
		panic(fmt.Sprintf("stdpool: slice bounds out of range [%d:%d] with length %d", i, j, b.Len()))
	}
	return ByteRef{b.share(), b.from + i, b.from + j}
}

// Release gives up the reference. The last release of a block returns it to its
// pool. Release panics with an *rcpool.Misuse if b is zero (ZeroRef) or stale
// (DoubleRelease).
func (b *ByteRef) Release() { b.ref.Release() }

// Append adds bytes at the end. It may move b to another block. Then copies of b
// are stale, and slices that Value returned must not be used: unless other
// references share the old block, it goes back to its pool. If the lease of the
// old block is checked, that block is not leased again, and a write through such a
// slice is reported as a LateWrite, released by the call that moved b. p may be
// part of b.
//
// Append panics like Value, and leaves b unchanged if it does. The same holds for
// Write, WriteString and Grow.
func (b *ByteRef) Append(p ...byte) { b.add(unsafe.String(unsafe.SliceData(p), len(p))) }

// Write appends p. It implements io.Writer. The error is always nil.
func (b *ByteRef) Write(p []byte) (int, error) {
	b.Append(p...)
	return len(p), nil
}

// WriteString appends s. It implements io.StringWriter. The error is always nil.
func (b *ByteRef) WriteString(s string) (int, error) {
	b.add(s)
	return len(s), nil
}

// ReadFrom reads r to its end and appends the data. It implements io.ReaderFrom. It
// returns the number of bytes, and the error of r unless that is io.EOF. What was read
// before an error stays appended. ReadFrom has no limit: if r comes from outside,
// wrap it in an http.MaxBytesReader or an io.LimitedReader. r must not use b.
//
// If the size is known, call Grow with one byte more before: ReadFrom needs room to
// see the end. It panics like Append, and if r returns a count that is out of range.
func (b *ByteRef) ReadFrom(r io.Reader) (int64, error) {
	start := b.Len()
	for {
		o := b.ref.Value()
		end := cap(o.memory)
		// The whole rest of the block is taken while r writes to it, and what r leaves
		// is given back. If r panics, it is not given out again.
		if b.to == end || !o.give(b.to, end) {
			b.Grow(minRead)
			continue
		}
		n, err := r.Read(o.memory[b.to:end:end])
		if n < 0 || n > end-b.to {
			panic(fmt.Sprintf("stdpool: ReadFrom: the reader returned a count of %d for %d bytes", n, end-b.to))
		}
		b.to += n
		o.give(end, b.to)
		if err == io.EOF {
			return int64(b.Len() - start), nil
		}
		if err != nil {
			return int64(b.Len() - start), err
		}
	}
}

// minRead is the least room in bytes that ReadFrom makes.
const minRead = 512

// Grow makes room for n more bytes, so that appending them does not move b. Grow
// itself may move b. It panics if n is negative, or if so many bytes cannot be
// allocated.
func (b *ByteRef) Grow(n int) {
	if n < 0 {
		panic(fmt.Sprintf("stdpool: Grow(%d): the count is negative", n))
	}
	o := b.ref.Value()
	if n > cap(o.memory)-b.to || atomic.LoadInt64(&o.given)&^shared != int64(b.to) {
		old := b.move(n)
		b.ref.Value().given = int64(b.to)
		old.Release()
	}
}

// Truncate keeps the first n bytes. It panics if n is negative or larger than
// Len, and it panics like Value. The other bytes are not given out again, because
// other references may show them, so the next append moves b.
func (b *ByteRef) Truncate(n int) {
	b.to = b.from + len(b.Value()[:n:n])
}

// Detach ends the lease and takes the bytes out of the pool for good. The caller
// owns them like any other slice, and b is stale. b must be the only reference
// into its block. Detach panics like rcpool.Ref.Detach.
func (b *ByteRef) Detach() []byte {
	o := b.ref.Detach()
	o.noteEnd()
	return o.memory[b.from:b.to:b.to]
}

// Hold takes another reference and returns a function that runs f with the bytes
// and then releases that reference, even if f panics. Call the function exactly
// once. f borrows the bytes. Hold panics like Retain. See rcpool.Ref.Hold.
func (b ByteRef) Hold(f func([]byte)) func() {
	return b.ref.Hold(func(o *block) { f(o.memory[b.from:b.to:b.to]) })
}

// IsZero reports whether b is the zero ByteRef.
func (b ByteRef) IsZero() bool { return b.ref.IsZero() }

// Valid reports whether b is neither zero nor stale. See rcpool.Ref.Valid.
func (b ByteRef) Valid() bool { return b.ref.Valid() }

// Move hands b on: it returns the reference, which the caller owns, and zeroes b.
// See rcpool.Move.
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

// share returns another reference into the block.
func (b ByteRef) share() rcpool.Ref[block] {
	if b.ref.Valid() { // or else Retain panics
		b.ref.Value().share()
	}
	return b.ref.Retain()
}

// add appends s. Its common case is that b is the last that was given out of a
// block that was never shared, and that there is room.
func (b *ByteRef) add(s string) {
	o, to := b.ref.Value(), b.to
	end, memory := to+len(s), whole(o.memory)
	if uint(end) <= uint(len(memory)) && uint(to) <= uint(end) && atomic.LoadInt64(&o.given) == int64(to) {
		o.given, b.to = int64(end), end
		copy(memory[to:end], s)
		return
	}
	b.addSlow(s)
}

// addSlow is add in the other cases.
func (b *ByteRef) addSlow(s string) {
	o := b.ref.Value()
	if len(s) <= cap(o.memory)-b.to && o.giveShared(b.to, b.to+len(s)) {
		b.to += copy(whole(o.memory)[b.to:], s)
		return
	}
	old := b.move(len(s))
	o = b.ref.Value()
	b.to += copy(whole(o.memory)[b.to:], s)
	o.given = int64(b.to)
	old.Release()
}

// move copies the bytes to a block with room for n more and makes b a reference
// to it. The caller sets given of the new block, and owns the old reference.
func (b *ByteRef) move(n int) (old rcpool.Ref[block]) {
	o, bytes, size := b.ref.Value(), b.Value(), b.Len()+n
	if size < n {
		panic(fmt.Sprintf("stdpool: cannot add %d bytes to %d: the length is out of range", n, b.Len()))
	}
	if n > cap(o.memory)-b.to { // the block is full; otherwise b only makes way
		size = max(size, 2*len(bytes))
	}
	pools := o.pools
	if pools == nil { // b is zero, and misuses are only reported
		pools = strays.ready()
	}
	ref := pools.block(size)
	copy(whole(ref.Value().memory), bytes)
	if o.noted && !o.isShared() { // other references could move at the same time
		o.noted, ref.Value().noted = false, true
	}
	old, b.ref = b.ref, ref
	b.from, b.to = 0, len(bytes)
	return old
}

// strays are for zero references that grow although they must not.
var strays = Pools{Name: "stdpool.zero"}

// A block is memory that references share.
//
// Two references can only grow at the same time if the block is shared. Then they
// change given atomically. Otherwise there was never more than one reference in
// this lease. A goroutine that grows it is the only one that uses it, so it stores
// given plainly: a locked instruction would double the time of an append. A
// goroutine with a reference of its own to the block sees that it is shared,
// because that is noted before the second reference is made.
type block struct {
	// given is the number of bytes that were given out, and shared if the block is
	// shared. It is the first field, where 32-bit machines align it.
	given  int64
	memory []byte `rcpool:"keep"` // length 0; the capacity is the size of the block
	fresh  bool   // the memory was never leased, so it is zero
	noted  bool   // see start
	begins uint32 `rcpool:"keep"` // how many references began with the block, and empty
	pools  *Pools `rcpool:"keep"`
}

const shared = 1 << 62

// isShared reports whether there was a second reference in this lease.
func (o *block) isShared() bool { return atomic.LoadInt64(&o.given)&shared != 0 }

// share notes that there will be a second reference. Goroutines may share the same
// reference at the same time. That must not order them for the race detector.
func (o *block) share() {
	race.Disable()
	if !o.isShared() {
		atomic.OrInt64(&o.given, shared)
	}
	race.Enable()
}

// give changes how many bytes were given out, unless that is not from.
func (o *block) give(from, to int) bool {
	if atomic.LoadInt64(&o.given) == int64(from) {
		o.given = int64(to)
		return true
	}
	return o.giveShared(from, to)
}

// giveShared gives out bytes of a shared block, unless those before from are not
// the last that were given out.
func (o *block) giveShared(from, to int) bool {
	return atomic.CompareAndSwapInt64(&o.given, int64(from)|shared, int64(to)|shared)
}

// minBlock is the size in bytes of the smallest block.
const minBlock = 64

// firstBlock leases a block for a reference that is empty and will grow.
func (p *Pools) firstBlock() rcpool.Ref[block] {
	pool := p.pool(p.start.size())
	if pool == nil { // not even the smallest block is kept
		return p.largeBlock(minBlock)
	}
	ref := pool.Get()
	o := ref.Value()
	o.noted = o.begins%noteOneIn == 0
	o.begins++
	return ref
}

// noteEnd notes the end of a lease that began with firstBlock.
func (o *block) noteEnd() {
	if o.noted {
		o.pools.start.note(int(o.given &^ shared))
	}
}

// block leases a block of at least n bytes.
func (p *Pools) block(n int) rcpool.Ref[block] {
	if pool := p.pool(n); pool != nil {
		return pool.Get()
	}
	return p.largeBlock(n)
}

// pool returns the pool of blocks of at least n bytes, or nil if blocks of n bytes
// are not kept. It is inlined.
func (p *Pools) pool(n int) *rcpool.Pool[block] {
	if class := sizeclass.For(n, minBlock); class < len(p.blocks) {
		return &p.blocks[class]
	}
	return nil
}

// largeBlock leases a block of n bytes that is not kept.
func (p *Pools) largeBlock(n int) rcpool.Ref[block] {
	ref := p.largeBlocks.Get()
	defer rcpool.Drop(&ref)
	ref.Value().memory = make([]byte, 0, n)
	return rcpool.Move(&ref)
}

func (p *Pools) openBytes() {
	limit := cmp.Or(p.MaxBytes, defaultMaxBytes)
	classes := sizeclass.For(limit, minBlock)
	if sizeclass.Size(classes, minBlock) <= limit {
		classes++
	}
	p.blocks = make([]rcpool.Pool[block], classes)
	p.start.limit(limit)
	for class := range p.blocks {
		size := sizeclass.Size(class, minBlock)
		p.openBlocks(&p.blocks[class], fmt.Sprint(size), size)
	}
	p.openBlocks(&p.largeBlocks, fmt.Sprintf(">%d", limit), 0)
	p.largeBlocks.Keep = func(*block) bool { return false }
}

func (p *Pools) openBlocks(pool *rcpool.Pool[block], name string, size int) {
	pool.Name = p.named("Bytes(" + name + ")")
	pool.New = func() *block { return &block{memory: make([]byte, 0, size), fresh: true, pools: p} }
	pool.Reset = func(o *block) {
		o.noteEnd()
		o.given, o.fresh, o.noted = 0, false, false
	}
	pool.Memory = func(o *block) []byte { return whole(o.memory) }
}

// whole returns b with its full capacity.
func whole(b []byte) []byte { return b[:cap(b)] }
