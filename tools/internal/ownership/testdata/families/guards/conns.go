// Package guards has owners whose Close may be called again, and functions that
// wrap an object without owning it.
package guards

import (
	"bufio"
	"bytes"
	"io"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A Chunk is a part of a stream.
type Chunk struct {
	N    int
	Data [256]byte
}

var (
	chunks  = rcpool.Pool[Chunk]{Name: "chunks"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func getBuffer() *bytes.Buffer {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

// A swapped conn is closed by who swaps its flag.
type swapped struct {
	closed atomic.Bool
	chunk  rcpool.Ref[Chunk]
}

func newSwapped() *swapped { return &swapped{chunk: chunks.Get()} }

func (c *swapped) Close() error {
	if !c.closed.CompareAndSwap(false, true) {
		return nil
	}
	c.chunk.Release()
	return nil
}

// A nilled conn lets go of its buffer when it is closed.
type nilled struct {
	mu  sync.Mutex
	buf *bytes.Buffer
}

func newNilled() *nilled { return &nilled{buf: getBuffer()} }

func (c *nilled) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.buf == nil {
		return nil
	}
	buffers.Put(c.buf)
	c.buf = nil
	return nil
}

// A once conn is closed by a sync.Once.
type once struct {
	once sync.Once
	buf  *bytes.Buffer
}

func newOnce() *once { return &once{buf: getBuffer()} }

func (c *once) Close() error {
	c.once.Do(func() { buffers.Put(c.buf) })
	return nil
}

// A plain conn must be closed once.
type plain struct{ buf *bytes.Buffer }

func newPlain() *plain { return &plain{buf: getBuffer()} }

func (c *plain) Close() error {
	buffers.Put(c.buf)
	return nil
}

// A view has a chunk that somebody else owns. There is nothing to close.
type view struct {
	chunk *Chunk
	at    int
}

func newView(c *Chunk) *view { return &view{chunk: c} }

func (v *view) next() byte {
	v.at++
	return v.chunk.Data[v.at-1]
}

// newReader reads from the buffer, which its caller owns.
func newReader(buf *bytes.Buffer) *bufio.Reader { return bufio.NewReader(buf) }

// A limited writer writes to a buffer that it does not own.
type limited struct {
	buf  *bytes.Buffer
	left int
}

func newLimited(buf *bytes.Buffer, limit int) io.Writer { return &limited{buf, limit} }

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return 0, io.ErrShortWrite
	}
	l.left -= len(p)
	return l.buf.Write(p)
}
