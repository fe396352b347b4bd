// Package mem stands for grpc's package of this name: the same names and
// signatures, and bodies that count in the same way.
package mem

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

// BufferPool is a pool of slices.
type BufferPool interface {
	Get(length int) *[]byte
	Put(*[]byte)
}

type simplePool struct{ p sync.Pool }

func (p *simplePool) Get(length int) *[]byte {
	bp, ok := p.p.Get().(*[]byte)
	if !ok || cap(*bp) < length {
		b := make([]byte, length)
		return &b
	}
	*bp = (*bp)[:length]
	return bp
}

func (p *simplePool) Put(bp *[]byte) { p.p.Put(bp) }

var defaultPool BufferPool = &simplePool{}

// DefaultBufferPool returns the pool that most programs use.
func DefaultBufferPool() BufferPool { return defaultPool }

// NewTieredBufferPool returns a pool for slices of these sizes.
func NewTieredBufferPool(sizes ...int) BufferPool { return &simplePool{} }

// NopBufferPool allocates and forgets.
type NopBufferPool struct{}

// Get returns length bytes.
func (NopBufferPool) Get(length int) *[]byte { b := make([]byte, length); return &b }

// Put does nothing.
func (NopBufferPool) Put(*[]byte) {}

// Buffer is a counted piece of memory.
type Buffer interface {
	ReadOnlyData() []byte
	Ref()
	Free()
	Len() int
	Slice(start, end int) Buffer

	split(n int) (left, right Buffer)
}

type buffer struct {
	refs     atomic.Int32
	data     []byte
	rootBuf  *buffer
	origData *[]byte
	pool     BufferPool
}

var bufferObjectPool = sync.Pool{New: func() any { return new(buffer) }}

// NewBuffer returns a buffer of data, with one reference; the last Free puts
// data into the pool.
func NewBuffer(data *[]byte, pool BufferPool) Buffer {
	b := bufferObjectPool.Get().(*buffer)
	b.origData = data
	b.data = *data
	b.pool = pool
	b.rootBuf = b
	b.refs.Store(1)
	return b
}

// Copy returns a buffer with a copy of data, with one reference.
func Copy(data []byte, pool BufferPool) Buffer {
	buf := pool.Get(len(data))
	copy(*buf, data)
	return NewBuffer(buf, pool)
}

func (b *buffer) ReadOnlyData() []byte {
	if b.rootBuf == nil {
		panic("Cannot read freed buffer")
	}
	return b.data
}

func (b *buffer) Ref() {
	if b.refs.Add(1) <= 1 {
		panic("Cannot ref freed buffer")
	}
}

func (b *buffer) Free() {
	refs := b.refs.Add(-1)
	if refs < 0 {
		panic("Cannot free freed buffer")
	}
	if refs > 0 {
		return
	}
	b.data = nil
	if b.rootBuf == b {
		if b.pool != nil {
			b.pool.Put(b.origData)
			b.pool = nil
		}
		b.origData = nil
	} else {
		b.rootBuf.Free()
	}
	b.rootBuf = nil
	bufferObjectPool.Put(b)
}

func (b *buffer) Len() int { return len(b.ReadOnlyData()) }

func (b *buffer) Slice(start, end int) Buffer {
	data := b.data[start:end]
	b.rootBuf.Ref()
	s := bufferObjectPool.Get().(*buffer)
	s.data = data
	s.rootBuf = b.rootBuf
	s.refs.Store(1)
	return s
}

func (b *buffer) split(n int) (Buffer, Buffer) {
	b.rootBuf.Ref()
	s := bufferObjectPool.Get().(*buffer)
	s.data = b.data[n:]
	s.rootBuf = b.rootBuf
	s.refs.Store(1)
	b.data = b.data[:n]
	return b, s
}

// SplitUnsafe cuts buf to its first n bytes; right is a new reference to the
// rest.
func SplitUnsafe(buf Buffer, n int) (left, right Buffer) { return buf.split(n) }

// SliceBuffer is a slice as a Buffer; nothing is counted.
type SliceBuffer []byte

// ReadOnlyData returns the slice.
func (s SliceBuffer) ReadOnlyData() []byte { return s }

// Ref does nothing.
func (s SliceBuffer) Ref() {}

// Free does nothing.
func (s SliceBuffer) Free() {}

// Len returns the length of the slice.
func (s SliceBuffer) Len() int { return len(s) }

// Slice returns a part of the slice.
func (s SliceBuffer) Slice(start, end int) Buffer { return s[start:end] }

func (s SliceBuffer) split(n int) (left, right Buffer) { return s[:n], s[n:] }

// BufferSlice is data in several buffers.
type BufferSlice []Buffer

// Len returns the number of bytes.
func (s BufferSlice) Len() int {
	var length int
	for _, b := range s {
		length += b.Len()
	}
	return length
}

// Ref adds a reference to each buffer.
func (s BufferSlice) Ref() {
	for _, b := range s {
		b.Ref()
	}
}

// Free gives a reference to each buffer up.
func (s BufferSlice) Free() {
	for _, b := range s {
		b.Free()
	}
}

// CopyTo copies the data to dst.
func (s BufferSlice) CopyTo(dst []byte) int {
	off := 0
	for _, b := range s {
		off += copy(dst[off:], b.ReadOnlyData())
	}
	return off
}

// Materialize returns a copy of the data.
func (s BufferSlice) Materialize() []byte {
	out := make([]byte, s.Len())
	s.CopyTo(out)
	return out
}

// MaterializeToBuffer returns the data as one buffer that the caller must
// free.
func (s BufferSlice) MaterializeToBuffer(pool BufferPool) Buffer {
	if len(s) == 1 {
		s[0].Ref()
		return s[0]
	}
	buf := pool.Get(s.Len())
	s.CopyTo(*buf)
	return NewBuffer(buf, pool)
}

// Reader returns a reader of the data, with references of its own.
func (s BufferSlice) Reader() *Reader {
	s.Ref()
	return &Reader{data: s, len: s.Len()}
}

// Reader reads the data of a BufferSlice.
type Reader struct {
	data BufferSlice
	len  int
	idx  int
}

// Remaining returns the number of bytes left.
func (r *Reader) Remaining() int { return r.len }

// Close frees the buffers.
func (r *Reader) Close() error {
	r.data.Free()
	r.data = nil
	r.len = 0
	return nil
}

// Read reads into buf.
func (r *Reader) Read(buf []byte) (n int, _ error) {
	if r.len == 0 {
		return 0, io.EOF
	}
	for len(buf) != 0 && r.len != 0 {
		copied := copy(buf, r.data[0].ReadOnlyData()[r.idx:])
		r.len -= copied
		r.idx += copied
		n += copied
		buf = buf[copied:]
		if r.idx == r.data[0].Len() {
			r.data[0].Free()
			r.data = r.data[1:]
			r.idx = 0
		}
	}
	return n, nil
}

// ReadByte reads one byte.
func (r *Reader) ReadByte() (byte, error) {
	if r.len == 0 {
		return 0, io.EOF
	}
	b := r.data[0].ReadOnlyData()[r.idx]
	r.len--
	r.idx++
	if r.idx == r.data[0].Len() {
		r.data[0].Free()
		r.data = r.data[1:]
		r.idx = 0
	}
	return b, nil
}

// ReadAll reads r to its end; the caller must free what it returns, also
// beside an error.
func ReadAll(r io.Reader, pool BufferPool) (BufferSlice, error) {
	var result BufferSlice
	for {
		buf := pool.Get(32 << 10)
		n, err := r.Read(*buf)
		if n > 0 {
			*buf = (*buf)[:n]
			result = append(result, NewBuffer(buf, pool))
		} else {
			pool.Put(buf)
		}
		if errors.Is(err, io.EOF) {
			return result, nil
		}
		if err != nil {
			return result, err
		}
	}
}

// IsBelowBufferPoolingThreshold reports whether a buffer of this size is not pooled.
func IsBelowBufferPoolingThreshold(size int) bool { return size <= 1024 }

type writer struct {
	buffers *BufferSlice
	pool    BufferPool
}

// NewWriter returns a writer that appends buffers of the pool.
func NewWriter(buffers *BufferSlice, pool BufferPool) io.Writer {
	return &writer{buffers: buffers, pool: pool}
}

// Write appends a copy of data.
func (w *writer) Write(data []byte) (int, error) {
	*w.buffers = append(*w.buffers, Copy(data, w.pool))
	return len(data), nil
}
