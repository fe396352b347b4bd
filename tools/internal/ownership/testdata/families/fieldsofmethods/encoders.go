// Package fieldsofmethods has methods that take an object from a pool into a field,
// and others that put it back from there.
package fieldsofmethods

import (
	"bytes"
	"sync"
	"unsafe"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// An encoder has a buffer from begin to end.
type encoder struct {
	buf  *bytes.Buffer
	name string
}

func (e *encoder) begin() {
	e.buf = buffers.Get().(*bytes.Buffer)
	e.buf.Reset()
	e.buf.WriteString(e.name)
}

// end puts the buffer back each time.
func (e *encoder) end() {
	buffers.Put(e.buf)
}

// endOnce puts the buffer back, and forgets it.
func (e *encoder) endOnce() {
	if e.buf == nil {
		return
	}
	buffers.Put(e.buf)
	e.buf = nil
}

// A header is how the runtime lays a slice out.
type header struct {
	data     *byte
	len, cap int
}

var blocks = sync.Pool{New: func() any { return unsafe.SliceData(make([]byte, 64)) }}

// A failure is an error that is used again.
type failure struct{ text string }

func (f *failure) Error() string { return f.text }

var failures = sync.Pool{New: func() any { return new(failure) }}
