// Package maybeput has helpers that put an object back, or drop it if it is too
// large. In both cases the caller has given it up.
package maybeput

import (
	"bytes"
	"errors"
	"sync"
)

const maxKept = 1 << 16

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errEmpty = errors.New("empty")

func getBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

// putBuffer drops buffers that have grown too large.
func putBuffer(buf *bytes.Buffer) {
	if buf.Cap() > maxKept {
		return
	}
	buf.Reset()
	buffers.Put(buf)
}

// tryPut reports whether it has taken the buffer.
func tryPut(buf *bytes.Buffer) bool {
	if buf.Cap() > maxKept {
		return false
	}
	buf.Reset()
	buffers.Put(buf)
	return true
}

// A cache keeps the last buffer.
type cache struct {
	last   *bytes.Buffer
	byName map[string]*bytes.Buffer
}

// A pool counts what it drops.
type pool[T any] struct {
	p       sync.Pool
	fits    func(*T) bool
	dropped int
}

func (p *pool[T]) get() *T {
	if x, ok := p.p.Get().(*T); ok {
		return x
	}
	return new(T)
}

func (p *pool[T]) put(x *T) {
	if p.fits != nil && !p.fits(x) {
		p.dropped++
		return
	}
	p.p.Put(x)
}

// A row is an object of a generic pool.
type row struct{ cells []int }

var rows = pool[row]{fits: func(r *row) bool { return cap(r.cells) < 1024 }}

// A result has what a function has made.
type result struct {
	body []byte
	buf  *bytes.Buffer
	err  error
}
