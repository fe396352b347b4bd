// Package wrappers has structs with a pooled object in a field that are given to unknown
// code as an interface. That code can do with the object what the methods of the struct do.
package wrappers

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/valyala/bytebufferpool"
)

type scratch struct {
	buf    []byte
	status int
}

func (s *scratch) reset() { s.buf, s.status = s.buf[:0], 0 }

var (
	requests  = sync.Pool{New: func() any { return new(scratch) }}
	responses = sync.Pool{New: func() any { return new(scratch) }}
	buffers   = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func take() *scratch { return requests.Get().(*scratch) }

func give(s *scratch) {
	s.reset()
	requests.Put(s)
}

// capture collects what is written.
type capture struct {
	http.ResponseWriter
	body *bytebufferpool.ByteBuffer
	code int
}

func (c *capture) WriteHeader(code int)        { c.code = code }
func (c *capture) Write(p []byte) (int, error) { return c.body.Write(p) }

// recorder notes what is written, and passes it on.
type recorder struct {
	http.ResponseWriter
	body *scratch
}

func (r *recorder) WriteHeader(code int) {
	r.body.status = code
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(p []byte) (int, error) {
	r.body.buf = append(r.body.buf, p...)
	return r.ResponseWriter.Write(p)
}

// status is a wrapper that is no pointer.
type status struct {
	http.ResponseWriter
	in *scratch
}

func (s status) WriteHeader(code int) {
	s.in.status = code
	s.ResponseWriter.WriteHeader(code)
}

// closing gives its object back when it is closed.
type closing struct {
	io.Writer
	buf *scratch
}

func (c *closing) Close() error {
	if c.buf != nil {
		give(c.buf)
		c.buf = nil
	}
	return nil
}

// fresh replaces its object.
type fresh struct {
	http.ResponseWriter
	body *scratch
}

func (f *fresh) Write(p []byte) (int, error) {
	if len(f.body.buf) > 1024 {
		give(f.body)
		f.body = responses.Get().(*scratch)
	}
	f.body.buf = append(f.body.buf, p...)
	return len(p), nil
}

// lender sends its object somewhere.
type lender struct {
	io.Writer
	buf *scratch
	to  chan *scratch
}

func (l *lender) Write(p []byte) (int, error) {
	l.to <- l.buf
	return l.Writer.Write(p)
}

// opened is asserted by a handler of this package.
type opened struct {
	http.ResponseWriter
	body *scratch
}

func (o *opened) Write(p []byte) (int, error) {
	o.body.buf = append(o.body.buf, p...)
	return len(p), nil
}

func finish(w http.ResponseWriter) {
	if o, ok := w.(*opened); ok {
		give(o.body)
	}
}

// Open has a field that everybody gets at.
type Open struct {
	io.Writer
	Body *scratch
}

// owning has a pool of its own.
type putter interface{ Put(x any) }

type owning struct {
	io.Writer
	pool putter
	buf  *bytes.Buffer
}

func (o *owning) Flush() { o.pool.Put(o.buf) }

// embedded promotes the methods of its object.
type embedded struct {
	http.ResponseWriter
	*scratch
}

func (e *embedded) Write(p []byte) (int, error) {
	e.buf = append(e.buf, p...)
	return len(p), nil
}

// handed promotes a Release.
type block struct{ data []byte }

func (b *block) Release() { blocks.Put(b) }

var blocks = sync.Pool{New: func() any { return new(block) }}

type handed struct {
	io.Writer
	*block
}

// Event is an object of the typed API.
type Event struct{ Body []byte }

func (e *Event) Reset() { e.Body = e.Body[:0] }

var events rcpool.Pool[Event]

// trace has a reference.
type trace struct {
	http.ResponseWriter
	event rcpool.Ref[Event]
}

func (t *trace) Write(p []byte) (int, error) {
	e := t.event.Value()
	e.Body = append(e.Body, p...)
	return t.ResponseWriter.Write(p)
}

// ending releases its reference.
type ending struct {
	io.Writer
	event rcpool.Ref[Event]
}

func (e *ending) Close() error {
	rcpool.Drop(&e.event)
	return nil
}

type sink interface {
	Consume(w io.Writer) error
}

func serve(next http.Handler, w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) }
