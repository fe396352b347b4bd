// Package wrappers holds the cases for pools behind types and functions of
// the user's own: a generic pool, objects that free themselves, clean-up
// functions, callbacks.
package wrappers

import (
	"bytes"
	"sync"
)

// Pool is a sync.Pool of *T that empties its objects.
type Pool[T any] struct {
	p     sync.Pool
	empty func(*T)
}

// NewPool returns a pool whose objects are emptied when they are put back.
func NewPool[T any](empty func(*T)) *Pool[T] {
	return &Pool[T]{
		p:     sync.Pool{New: func() any { return new(T) }},
		empty: empty,
	}
}

// Get returns an empty object; the caller owns it.
func (p *Pool[T]) Get() *T { return p.p.Get().(*T) }

// Put empties the object and takes it back.
func (p *Pool[T]) Put(v *T) {
	p.empty(v)
	p.p.Put(v)
}

type document struct {
	title string
	words []string
}

var documents = NewPool(func(d *document) {
	d.title = ""
	d.words = d.words[:0]
})

func index(d *document) int { return len(d.words) }

// Line is a line of a log, which goes back to its pool by Free.
type Line struct {
	b    []byte
	home *sync.Pool
}

var lines sync.Pool

// NewLine returns an empty line; the caller owns it.
func NewLine() *Line {
	l, ok := lines.Get().(*Line)
	if !ok {
		l = &Line{home: &lines}
	}
	l.b = l.b[:0]
	return l
}

// Append adds s to the line.
func (l *Line) Append(s string) { l.b = append(l.b, s...) }

// Bytes returns the line's own memory.
func (l *Line) Bytes() []byte { return l.b }

// String returns a copy of the line.
func (l *Line) String() string { return string(l.b) }

// Free gives the line back.
func (l *Line) Free() { l.home.Put(l) }

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// borrow returns an empty buffer and the function that gives it back.
func borrow() (*bytes.Buffer, func()) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	return buf, func() { bufs.Put(buf) }
}

// withBuffer lends an empty buffer to f.
func withBuffer(f func(*bytes.Buffer) error) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	return f(buf)
}

// give empties the buffer and puts it into the pool.
func give(p *sync.Pool, buf *bytes.Buffer) {
	buf.Reset()
	p.Put(buf)
}

// Message is a message of a queue, which goes back to its pool by Release.
type Message struct {
	key  string
	body []byte
}

var messages = sync.Pool{New: func() any { return new(Message) }}

// NewMessage returns a message with a copy of body; the caller owns it.
func NewMessage(key string, body []byte) *Message {
	m := messages.Get().(*Message)
	m.key = key
	m.body = append(m.body[:0], body...)
	return m
}

// Release gives the message back.
func (m *Message) Release() {
	m.key = ""
	m.body = m.body[:0]
	messages.Put(m)
}

func (m *Message) derive(key string) *Message { return NewMessage(key, m.body) }
