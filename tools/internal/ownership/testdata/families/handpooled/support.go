// Package handpooled has objects of sync.Pools that count their references, by methods of
// any name: the package declares an API with them.
package handpooled

import (
	"errors"
	"sync"
	"sync/atomic"
)

var errEnd = errors.New("end of file")

// A block counts with sync/atomic.
type block struct {
	refs atomic.Int32
	off  int64
	data []byte
}

var blocks = sync.Pool{New: func() any { return &block{data: make([]byte, 0, 64)} }}

func newBlock(off int64) *block {
	b := blocks.Get().(*block)
	b.off = off
	b.refs.Store(1)
	return b
}

func (b *block) retain() *block { b.refs.Add(1); return b }

func (b *block) release() {
	if b.refs.Add(-1) == 0 {
		b.data = b.data[:0]
		b.off = 0
		blocks.Put(b)
	}
}

type file struct{ size int64 }

func (f *file) read(off int64) (*block, error) {
	b := newBlock(off)
	if off >= f.size {
		b.release()
		return nil, errEnd
	}
	b.data = append(b.data, 'x')
	return b, nil
}

// A page counts under a lock.
type page struct {
	users int
	text  []byte
}

var pages = sync.Pool{New: func() any { return new(page) }}

func openPage(text string) *page {
	p, _ := pages.Get().(*page)
	if p == nil {
		p = new(page)
	}
	p.users = 1
	p.text = append(p.text[:0], text...)
	return p
}

func (p *page) pin() { p.users++ }

func (p *page) unpin() {
	p.users--
	if p.users == 0 {
		pages.Put(p)
	}
}

// A frame is counted in other ways, too: nobody knows how many references there are.
type frame struct {
	users atomic.Int32
	data  []byte
}

var frames = sync.Pool{New: func() any { return new(frame) }}

func newFrame(data string) *frame {
	f := frames.Get().(*frame)
	f.users.Store(1)
	f.data = append(f.data[:0], data...)
	return f
}

func (f *frame) share(n int) { f.users.Add(int32(n)) }
func (f *frame) keep()       { f.users.Add(1) }

func (f *frame) done() {
	if f.users.Add(-1) == 0 {
		frames.Put(f)
	}
}

// A buffer belongs to the list of all buffers, which has the first reference.
type buffer struct {
	users atomic.Int32
	data  []byte
}

var (
	buffers    = sync.Pool{New: func() any { return new(buffer) }}
	allBuffers []*buffer
)

func newBuffer() *buffer {
	b := buffers.Get().(*buffer)
	b.users.Store(1)
	allBuffers = append(allBuffers, b)
	return b
}

func (b *buffer) hold() { b.users.Add(1) }

func (b *buffer) drop() {
	if b.users.Add(-1) == 0 {
		buffers.Put(b)
	}
}

type cache struct{ blocks map[int64]*block }

func (c *cache) lend(b *block)   { c.blocks[b.off] = b }
func (c *cache) forget(b *block) { delete(c.blocks, b.off) }
func (c *cache) add(b *block)    { c.blocks[b.off] = b.retain() }
