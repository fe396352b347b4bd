// Package bytebufferpool stands for valyala's package of this name: the same
// names and signatures.
package bytebufferpool

import (
	"io"
	"sync"
)

// ByteBuffer is a buffer that grows.
type ByteBuffer struct {
	B []byte
}

// Len returns the length of the buffer.
func (b *ByteBuffer) Len() int { return len(b.B) }

// ReadFrom appends what r yields.
func (b *ByteBuffer) ReadFrom(r io.Reader) (int64, error) {
	p, err := io.ReadAll(r)
	b.B = append(b.B, p...)
	return int64(len(p)), err
}

// WriteTo writes the buffer to w.
func (b *ByteBuffer) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.B)
	return int64(n), err
}

// Bytes returns the buffer's own memory.
func (b *ByteBuffer) Bytes() []byte { return b.B }

// Write appends p.
func (b *ByteBuffer) Write(p []byte) (int, error) {
	b.B = append(b.B, p...)
	return len(p), nil
}

// WriteByte appends c.
func (b *ByteBuffer) WriteByte(c byte) error {
	b.B = append(b.B, c)
	return nil
}

// WriteString appends s.
func (b *ByteBuffer) WriteString(s string) (int, error) {
	b.B = append(b.B, s...)
	return len(s), nil
}

// Set makes the buffer a copy of p.
func (b *ByteBuffer) Set(p []byte) { b.B = append(b.B[:0], p...) }

// SetString makes the buffer a copy of s.
func (b *ByteBuffer) SetString(s string) { b.B = append(b.B[:0], s...) }

// String returns a copy of the buffer.
func (b *ByteBuffer) String() string { return string(b.B) }

// Reset empties the buffer.
func (b *ByteBuffer) Reset() { b.B = b.B[:0] }

// Pool is a pool of buffers.
type Pool struct {
	maxSize int
	pool    sync.Pool
}

var defaultPool Pool

// Get returns an empty buffer.
func Get() *ByteBuffer { return defaultPool.Get() }

// Get returns an empty buffer.
func (p *Pool) Get() *ByteBuffer {
	v := p.pool.Get()
	if v != nil {
		return v.(*ByteBuffer)
	}
	return &ByteBuffer{}
}

// Put empties the buffer and takes it back.
func Put(b *ByteBuffer) { defaultPool.Put(b) }

// Put empties the buffer and takes it back.
func (p *Pool) Put(b *ByteBuffer) {
	if p.maxSize == 0 || cap(b.B) <= p.maxSize {
		b.Reset()
		p.pool.Put(b)
	}
}
