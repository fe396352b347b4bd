// Package memory stands for arrow's package of this name: the same names and
// signatures, and bodies that count in the same way.
package memory

import "sync/atomic"

// Allocator allocates and frees the memory behind buffers.
type Allocator interface {
	Allocate(size int) []byte
	Reallocate(size int, b []byte) []byte
	Free(b []byte)
}

// GoAllocator leaves everything to the garbage collector.
type GoAllocator struct{}

// NewGoAllocator returns a GoAllocator.
func NewGoAllocator() *GoAllocator { return &GoAllocator{} }

// Allocate returns size bytes.
func (a *GoAllocator) Allocate(size int) []byte { return make([]byte, size) }

// Reallocate returns size bytes that begin with those of b.
func (a *GoAllocator) Reallocate(size int, b []byte) []byte {
	out := make([]byte, size)
	copy(out, b)
	return out
}

// Free does nothing.
func (a *GoAllocator) Free(b []byte) {}

// CheckedAllocator counts the bytes that are in use.
type CheckedAllocator struct {
	mem Allocator
	sz  atomic.Int64
}

// NewCheckedAllocator returns an allocator that takes its memory from mem.
func NewCheckedAllocator(mem Allocator) *CheckedAllocator { return &CheckedAllocator{mem: mem} }

// CurrentAlloc returns the number of bytes that are in use.
func (a *CheckedAllocator) CurrentAlloc() int { return int(a.sz.Load()) }

// Allocate returns size bytes.
func (a *CheckedAllocator) Allocate(size int) []byte {
	a.sz.Add(int64(size))
	return a.mem.Allocate(size)
}

// Reallocate returns size bytes that begin with those of b.
func (a *CheckedAllocator) Reallocate(size int, b []byte) []byte {
	a.sz.Add(int64(size - len(b)))
	return a.mem.Reallocate(size, b)
}

// Free gives b back.
func (a *CheckedAllocator) Free(b []byte) {
	a.sz.Add(-int64(len(b)))
	a.mem.Free(b)
}

// DefaultAllocator is what most programs use.
var DefaultAllocator Allocator = NewGoAllocator()

// Buffer is a counted piece of memory.
type Buffer struct {
	refCount atomic.Int64
	buf      []byte
	length   int
	mem      Allocator
	parent   *Buffer
}

// NewBufferBytes returns a buffer of data, which is not counted.
func NewBufferBytes(data []byte) *Buffer { return &Buffer{buf: data, length: len(data)} }

// NewResizableBuffer returns an empty buffer with one reference.
func NewResizableBuffer(mem Allocator) *Buffer {
	b := &Buffer{mem: mem}
	b.refCount.Add(1)
	return b
}

// SliceBuffer returns a part of buf, with one reference; it retains buf.
func SliceBuffer(buf *Buffer, offset, length int) *Buffer {
	buf.Retain()
	b := &Buffer{parent: buf, buf: buf.Bytes()[offset : offset+length], length: length}
	b.refCount.Add(1)
	return b
}

// Retain adds a reference.
func (b *Buffer) Retain() {
	if b.mem != nil || b.parent != nil {
		b.refCount.Add(1)
	}
}

// Release gives a reference up; the last one frees the memory.
func (b *Buffer) Release() {
	if b.mem == nil && b.parent == nil {
		return
	}
	if b.refCount.Add(-1) == 0 {
		if b.mem != nil {
			b.mem.Free(b.buf)
		} else {
			b.parent.Release()
			b.parent = nil
		}
		b.buf, b.length = nil, 0
	}
}

// Bytes returns the memory of the buffer.
func (b *Buffer) Bytes() []byte { return b.buf[:b.length] }

// Len returns the length of the buffer.
func (b *Buffer) Len() int { return b.length }

// Resize makes the buffer newSize bytes long.
func (b *Buffer) Resize(newSize int) {
	b.buf = b.mem.Reallocate(newSize, b.buf)
	b.length = newSize
}
