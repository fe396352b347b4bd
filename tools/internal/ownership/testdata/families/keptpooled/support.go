// Package keptpooled gives pooled objects to functions that keep them in a field, and puts them back.
package keptpooled

import (
	"bytes"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

func putBuffer(b *bytes.Buffer) { b.Reset(); buffers.Put(b) }

// An event is pooled, too.
type event struct {
	id   int
	name string
}

var events = sync.Pool{New: func() any { return new(event) }}

// A monitor has the last event.
type monitor struct {
	mu    sync.Mutex
	last  *event
	count int
}

func (m *monitor) observe(e *event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = e
	m.count++
}

func (m *monitor) status() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last == nil {
		return ""
	}
	return m.last.name
}

// A server shows its status to whom it may concern.
type server struct {
	mon *monitor
	enc *encoder
	cur *current
	job *job
	req *request
}

func (s *server) health() string { return s.mon.status() }

// An encoder writes to the buffer that it was given last.
type encoder struct {
	buf   *bytes.Buffer
	depth int
}

func (e *encoder) reset(b *bytes.Buffer) { e.buf, e.depth = b, 0 }

func (e *encoder) open() { e.depth++; e.buf.WriteByte('{') }

func (e *encoder) close() { e.depth--; e.buf.WriteByte('}') }

// A current event is there while it is handled.
type current struct{ e *event }

func (c *current) begin(e *event) { c.e = e }

func (c *current) end() { c.e = nil }

func (c *current) name() string {
	if c.e == nil {
		return ""
	}
	return c.e.name
}

func (s *server) handling() string { return s.cur.name() }

// A job owns its buffer.
type job struct{ out *bytes.Buffer }

func (j *job) attach(b *bytes.Buffer) { j.out = b }

func (j *job) finish() { putBuffer(j.out) }

func (j *job) size() int { return j.out.Len() }

func (s *server) pending() int { return s.job.size() }

// A request has the buffer of its answer.
type request struct{ answer *bytes.Buffer }

func (r *request) setAnswer(b *bytes.Buffer) { r.answer = b }

// Answer is for other packages.
func (r *request) Answer() []byte { return r.answer.Bytes() }
