// Package appendedthere has methods that append what they are given to a list.
package appendedthere

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Message is an example.
type Message struct{ Body []byte }

var (
	messages = rcpool.Pool[Message]{Name: "messages", Reset: func(m *Message) { m.Body = m.Body[:0] }}
	buffers  = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

type part struct {
	name string
	data []byte
}

type batch struct {
	views [][]byte
	parts []part
	kept  []*Message
}

func (b *batch) view(data []byte)              { b.views = append(b.views, data) }
func (b *batch) part(name string, data []byte) { b.parts = append(b.parts, part{name, data}) }
func (b *batch) keep(m *Message)               { b.kept = append(b.kept, m) }
func (b *batch) copied(data []byte)            { b.views = append(b.views, bytes.Clone(data)) }

func (b *batch) size() (n int) {
	for _, view := range b.views {
		n += len(view)
	}
	return n
}

func (b *batch) flush() int {
	n := b.size()
	clear(b.views)
	b.views = b.views[:0]
	b.parts, b.kept = nil, nil
	return n
}

// window returns some lines of a message.
func window(m *Message, skip, n int) []byte {
	rest := m.Body
	for ; skip > 0; skip-- {
		rest = rest[bytes.IndexByte(rest, '\n')+1:]
	}
	return rest[:min(n, len(rest))]
}

// title returns the first line of a message.
func title(m *Message) []byte {
	line, _, _ := bytes.Cut(m.Body, []byte{'\n'})
	return line
}

type index struct {
	first  []byte
	byName map[string]*Message
	recent map[string]*Message
}

func (x *index) begin(m *Message)              { x.first = m.Body[:min(2, len(m.Body))] }
func (x *index) put(name string, m *Message)   { x.byName[name] = m }
func (x *index) touch(name string, m *Message) { x.recent[name] = m }
func (x *index) forget(name string)            { delete(x.recent, name) }

// A conn owns the message that its line is a part of.
type conn struct {
	message, spare rcpool.Ref[Message]
	line           []byte
}

func dial() *conn { return &conn{message: messages.Get(), spare: messages.Get()} }

func (c *conn) read(n int) []byte {
	m := c.message.Value()
	c.line = m.Body[:min(n, len(m.Body))]
	return c.line
}

func (c *conn) flip() []byte {
	c.message, c.spare = c.spare, c.message
	c.line = c.message.Value().Body
	return c.line
}

func (c *conn) close() {
	c.line = nil
	rcpool.Drop(&c.message)
	rcpool.Drop(&c.spare)
}
