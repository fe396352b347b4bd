// truth: correct

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

type tracked struct {
	mem.BufferPool
	out atomic.Int64
}

func (t *tracked) Get(n int) *[]byte { t.out.Add(1); return t.BufferPool.Get(n) }
func (t *tracked) Put(b *[]byte)     { t.out.Add(-1); t.BufferPool.Put(b) }

var pool = &tracked{BufferPool: mem.NewTieredBufferPool(2048, 8192)}

var errVirus = errors.New("554 virus")

type part struct {
	kind string
	data mem.Buffer
}

// mail owns the data of its parts.
type mail struct {
	id    int
	parts []part
}

func (m *mail) attach(kind string, content []byte) {
	m.parts = append(m.parts, part{kind, mem.Copy(content, pool)})
}

func (m *mail) free() {
	for _, p := range m.parts {
		p.data.Free()
	}
	m.parts = nil
}

// slices returns the data of all parts, with references of their own.
func (m *mail) slices() mem.BufferSlice {
	var s mem.BufferSlice
	for _, p := range m.parts {
		p.data.Ref()
		s = append(s, p.data)
	}
	return s
}

func scan(m *mail) error {
	for _, p := range m.parts {
		if bytes.Contains(p.data.ReadOnlyData(), []byte("EICAR")) {
			return fmt.Errorf("mail %d, part %s: %w", m.id, p.kind, errVirus)
		}
	}
	return nil
}

// quarantine moves the parts of a mail out of it.
type quarantine struct{ held map[int][]part }

func (q *quarantine) take(m *mail) {
	q.held[m.id] = append(q.held[m.id], m.parts...)
	m.parts = nil
}

func (q *quarantine) purge() (n int) {
	for id, parts := range q.held {
		for _, p := range parts {
			n += p.data.Len()
			p.data.Free()
		}
		delete(q.held, id)
	}
	return n
}

func relay(m *mail, w io.Writer, q *quarantine) error {
	defer m.free()
	if err := scan(m); err != nil {
		q.take(m)
		return err
	}
	body := m.slices()
	r := body.Reader()
	body.Free()
	defer r.Close()
	_, err := io.Copy(w, r)
	return err
}

func main() {
	q := &quarantine{held: map[int][]part{}}
	var wire bytes.Buffer
	for id := range 6 {
		m := &mail{id: id}
		m.attach("text/plain", bytes.Repeat([]byte("hello "), 300))
		m.attach("text/html", []byte("<p>hi</p>"))
		if id%3 == 1 {
			m.attach("application/zip", append(make([]byte, 5000), "EICAR"...))
		}
		if err := relay(m, &wire, q); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(wire.Len(), len(q.held), pool.out.Load())
	fmt.Println(q.purge(), pool.out.Load())
}
