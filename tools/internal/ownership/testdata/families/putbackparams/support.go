// Package putbackparams has functions that put a parameter back, though its type does not tell that
// they own it, and that have borrowed something from it before.
package putbackparams

import (
	"bytes"
	"sync"
	"sync/atomic"
)

var (
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	pages   = sync.Pool{New: func() any { p := make([]byte, 0, 512); return &p }}
	frames  = sync.Pool{New: func() any { return &frame{data: make([]byte, 0, 512)} }}
	newline = []byte("\n")
)

func getBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

func putBuffer(b *bytes.Buffer) {
	if b.Cap() > 1<<16 {
		return
	}
	b.Reset()
	buffers.Put(b)
}

type frame struct {
	refs atomic.Int32
	data []byte
}

func newFrame() *frame {
	f := frames.Get().(*frame)
	f.refs.Store(1)
	f.data = f.data[:0]
	return f
}

// Retain adds a reference.
func (f *frame) Retain() { f.refs.Add(1) }

// Release gives one up.
func (f *frame) Release() {
	if f.refs.Add(-1) == 0 {
		frames.Put(f)
	}
}

// Bytes is memory of the frame.
func (f *frame) Bytes() []byte { return f.data }

type cache struct {
	frames map[string]*frame
	view   []byte
}
