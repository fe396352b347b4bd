// Package keepers has types that keep what their methods are given: in maps that another
// method deletes from, in lists of lists, in arrays, and in structs.
package keepers

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Message is an example.
type Message struct {
	From string
	Body []byte
	Tags []string
}

// Reset empties the message.
func (m *Message) Reset() {
	clear(m.Tags)
	*m = Message{Body: m.Body[:0], Tags: m.Tags[:0]}
}

var (
	messages = rcpool.Pool[Message]{Name: "messages"}
	requests = sync.Pool{New: func() any { return new(Message) }}
	buffers  = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// An entry is a struct that is kept by value.
type entry struct {
	id   int
	from string
	data []byte
}

// A registry keeps messages and parts of them.
type registry struct {
	byName  map[string]*Message
	entries map[string][]entry
	nested  map[string]map[int][]byte
	slots   [4][]func()
	rows    [][]*Message
	ring    [8]*Message
	next    int
	waiting chan struct{}
	log     []string
}

func (r *registry) enter(m *Message) {
	r.byName[m.From] = m
	r.note("+" + m.From)
}

func (r *registry) leave(name string) {
	delete(r.byName, name)
	r.note("-" + name)
}

// leaveAll is another way to leave.
func (r *registry) leaveAll() {
	for name := range r.byName {
		r.leave(name)
	}
}

func (r *registry) note(s string) { r.log = append(r.log, s) }

// enterTwice enters through another method.
func (r *registry) enterTwice(m *Message) {
	r.note("twice")
	r.enter(m)
}

// visit keeps a message while it is looked at.
func (r *registry) visit(m *Message) int {
	r.enter(m)
	defer r.leave(m.From)
	return len(r.byName)
}

func (r *registry) add(name string, e entry) {
	r.entries[name] = append(r.entries[name], e)
}

func (r *registry) addCopy(name string, e entry) {
	e.data = bytes.Clone(e.data)
	r.entries[name] = append(r.entries[name], e)
}

func (r *registry) drop(name string) { delete(r.entries, name) }

func (r *registry) remember(name string, line int, text []byte) {
	lines := r.nested[name]
	if lines == nil {
		lines = map[int][]byte{}
		r.nested[name] = lines
	}
	lines[line] = text
}

func (r *registry) forget(name string) { delete(r.nested, name) }

func (r *registry) after(steps int, f func()) {
	i := (r.next + steps) % len(r.slots)
	r.slots[i] = append(r.slots[i], f)
}

func (r *registry) advance() {
	r.next = (r.next + 1) % len(r.slots)
	due := r.slots[r.next]
	r.slots[r.next] = nil
	for _, f := range due {
		f()
	}
}

// runAll calls all functions, and keeps none.
func (r *registry) runAll() {
	for range r.slots {
		r.advance()
	}
}

// now calls a function at once.
func (r *registry) now(f func()) { f() }

func (r *registry) row(i int, m *Message) { r.rows[i] = append(r.rows[i], m) }

func (r *registry) clearRow(i int) { r.rows[i] = r.rows[i][:0] }

func (r *registry) push(m *Message) {
	r.ring[r.next%len(r.ring)] = m
	r.next++
}

func (r *registry) pop() *Message {
	r.next--
	m := r.ring[r.next%len(r.ring)]
	r.ring[r.next%len(r.ring)] = nil
	return m
}

// serve takes out what is in the registry, in a goroutine of its own.
func (r *registry) serve() {
	for range r.waiting {
		r.leaveAll()
		r.waiting <- struct{}{}
	}
}

func newRegistry() *registry {
	return &registry{byName: map[string]*Message{}, entries: map[string][]entry{}, nested: map[string]map[int][]byte{}, rows: make([][]*Message, 4), waiting: make(chan struct{})}
}

var shared = newRegistry()
