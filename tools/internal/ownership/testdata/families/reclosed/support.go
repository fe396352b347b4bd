// Package reclosed has types that release what their fields have when they are closed.
package reclosed

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"hash"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
)

var (
	gzips   = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	hashes  = sync.Pool{New: func() any { return sha256.New() }}
)

func putBuffer(b *bytes.Buffer) {
	b.Reset()
	buffers.Put(b)
}

// A GzipWriter takes a compressor when something is written.
type GzipWriter struct {
	http.ResponseWriter
	gz *gzip.Writer
}

func (w *GzipWriter) Write(p []byte) (int, error) {
	if w.gz == nil {
		w.gz = gzips.Get().(*gzip.Writer)
		w.gz.Reset(w.ResponseWriter)
	}
	return w.gz.Write(p)
}

type hasher struct{ hash.Hash }

// NewHasher returns a hash of the pool.
func NewHasher() interface {
	hash.Hash
	Close()
} {
	return hasher{hashes.Get().(hash.Hash)}
}

// A Body is read from a buffer.
type Body struct {
	mu  sync.Mutex
	buf *bytes.Buffer
}

type body struct{ buf *bytes.Buffer }

// Open returns a body of the text.
func Open(text string) io.Closer {
	b := &body{buffers.Get().(*bytes.Buffer)}
	b.buf.WriteString(text)
	return b
}

// A Frame is counted.
type Frame struct {
	refs atomic.Int32
	data []byte
}

func NewFrame(n int) *Frame {
	f := &Frame{data: make([]byte, n)}
	f.refs.Store(1)
	return f
}

func (f *Frame) Retain() { f.refs.Add(1) }

func (f *Frame) Release() {
	if f.refs.Add(-1) < 0 {
		panic("released twice")
	}
}

// A View shows a frame.
type View struct{ frame *Frame }

func Show(f *Frame) *View {
	f.Retain()
	return &View{f}
}

// A Page clears its buffer when it is closed.
type Page struct{ buf *bytes.Buffer }

// A Part remembers that it was closed.
type Part struct {
	buf    *bytes.Buffer
	closed bool
}

// A Flow remembers it too.
type Flow struct {
	buf    *bytes.Buffer
	closed atomic.Bool
}

// A File must be closed once.
type File struct{ buf *bytes.Buffer }

// A Cursor is opened again and again.
type Cursor struct{ buf *bytes.Buffer }

func (c *Cursor) Next() {
	c.Close()
	c.buf = nil
}
