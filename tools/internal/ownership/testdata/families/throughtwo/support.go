// Package throughtwo has functions that do something by another function: what the second
// one does to a parameter, or returns, passes through the first.
package throughtwo

import (
	"bytes"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

// A message has text in memory that it keeps.
type message struct {
	id   int
	text []byte
}

func (m *message) Reset() { *m = message{text: m.text[:0]} }

var (
	messages rcpool.Pool[message]
	buffers  = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func (m *message) tail(n int) []byte {
	if len(m.text) > n {
		return m.text[n:]
	}
	return nil
}

// end is tail.
func (m *message) end(n int) []byte { return m.tail(n) }

// A queue runs its functions later.
type queue struct{ todo []func() }

func (q *queue) push(f func()) { q.todo = append(q.todo, f) }
func (q *queue) add(f func())  { q.push(f) }

func (q *queue) run() {
	for _, f := range q.todo {
		f()
	}
	q.todo = nil
}

// A slot has the current message, if there is one.
type slot struct {
	mu  sync.Mutex
	cur rcpool.Ref[message]
}

func (s *slot) set(id int) bool {
	if id < 0 {
		return false
	}
	next := messages.Get()
	next.Value().id = id
	s.mu.Lock()
	s.cur, next = next, s.cur
	s.mu.Unlock()
	rcpool.Drop(&next)
	return true
}

func (s *slot) close() {
	s.mu.Lock()
	last := rcpool.Move(&s.cur)
	s.mu.Unlock()
	last.Release()
}

// A table has copies of references that their users own.
type table struct {
	mu   sync.Mutex
	open map[int]rcpool.Ref[message]
}

func (t *table) note(id int, ref rcpool.Ref[message]) {
	t.mu.Lock()
	t.open[id] = ref
	t.mu.Unlock()
}

func (t *table) find(id int) (rcpool.Ref[message], bool) {
	var found struct{ ref rcpool.Ref[message] }
	t.mu.Lock()
	found.ref = t.open[id]
	t.mu.Unlock()
	return found.ref.TryRetain()
}

func (t *table) forget(id int) {
	t.mu.Lock()
	delete(t.open, id)
	t.mu.Unlock()
}

func write(w io.Writer, ref rcpool.Ref[message], text []byte) error {
	_, err := w.Write(text)
	ref.Release()
	return err
}

func writeLate(w io.Writer, ref rcpool.Ref[message], text []byte) error {
	ref.Release()
	_, err := w.Write(text)
	return err
}

func flush(w io.Writer, b *bytes.Buffer, line []byte) error {
	_, err := w.Write(line)
	b.Reset()
	buffers.Put(b)
	return err
}

func flushLate(w io.Writer, b *bytes.Buffer, line []byte) error {
	buffers.Put(b)
	_, err := w.Write(line)
	return err
}
