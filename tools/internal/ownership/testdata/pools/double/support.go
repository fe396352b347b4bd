// Package double holds the cases for pooled objects that are put back twice.
package double

import (
	"bytes"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var events = sync.Pool{New: func() any { return new(event) }}

type event struct {
	code int
	text string
}

func (e *event) reset() { *e = event{} }

// done ends the life of the event.
func (e *event) done() {
	e.reset()
	events.Put(e)
}

func getBuf() *bytes.Buffer {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

func putBuf(buf *bytes.Buffer) { bufs.Put(buf) }

// writer owns its buffer until Close, which is not idempotent.
type writer struct {
	buf *bytes.Buffer
	n   int
}

func newWriter() *writer { return &writer{buf: getBuf()} }

func (w *writer) Write(p []byte) (int, error) {
	w.n += len(p)
	return w.buf.Write(p)
}

func (w *writer) Close() error {
	bufs.Put(w.buf)
	return nil
}

// session owns its buffer until Close, which may be called again.
type session struct {
	once sync.Once
	buf  *bytes.Buffer
}

func newSession() *session { return &session{buf: getBuf()} }

func (s *session) Write(p []byte) (int, error) { return s.buf.Write(p) }

func (s *session) Close() error {
	if s.buf == nil {
		return nil
	}
	bufs.Put(s.buf)
	s.buf = nil
	return nil
}
