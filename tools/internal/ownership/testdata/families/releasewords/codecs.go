// Package releasewords has functions whose names contain the words that release,
// such as the Put in Output and the Dec in Decoder, and release nothing.
package releasewords

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"
)

// live is the number of frames that have references.
var live atomic.Int64

// A Frame is counted.
type Frame struct {
	refs atomic.Int32
	data []byte
}

// NewFrame returns a frame with one reference.
func NewFrame(data []byte) *Frame {
	f := &Frame{data: data}
	f.refs.Store(1)
	live.Add(1)
	return f
}

// IncRef adds a reference.
func (f *Frame) IncRef() { f.refs.Add(1) }

// DecRef gives a reference up.
func (f *Frame) DecRef() {
	switch n := f.refs.Add(-1); {
	case n < 0:
		panic("double DecRef")
	case n == 0:
		f.data = nil
		live.Add(-1)
	}
}

// Output writes the frame, which stays the caller's.
func (f *Frame) Output(w io.Writer) error {
	if f.refs.Load() <= 0 {
		panic("use-after-release")
	}
	_, err := w.Write(f.data)
	return err
}

// Compute returns a number.
func (f *Frame) Compute() int {
	if f.refs.Load() <= 0 {
		panic("use-after-release")
	}
	return len(f.data)
}

// A device has methods with such names, which borrow their arguments.
type device interface {
	Output(f *Frame) error
	Compute(f *Frame) int
	Display(f *Frame)
	Freeze(f *Frame)
	PutPixel(f *Frame, x int)
	Decode(f *Frame) error
	Dropdown(buf *bytes.Buffer)
	Reputation(buf *bytes.Buffer) int
}

// A releaser really releases.
type releaser interface {
	Release(f *Frame)
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}
