// truth: double-release line 83 hard

// Command headerpeek takes messages apart into header and body and routes them by header.
package main

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

type message struct {
	parts mem.BufferSlice
}

func newMessage(pool mem.BufferPool, pieces ...string) *message {
	m := &message{}
	for _, p := range pieces {
		b := pool.Get(1200)
		n := copy(*b, p)
		clear((*b)[n:])
		m.parts = append(m.parts, mem.NewBuffer(b, pool))
	}
	return m
}

func (m *message) free() {
	m.parts.Free()
	m.parts = nil
}

type router struct {
	routes map[byte]mem.BufferSlice
	drops  int
}

// split takes the header off; the rest stays in the message.
func (m *message) split() (head mem.Buffer, body mem.BufferSlice) {
	return m.parts[0], m.parts[1:]
}

func (r *router) route(m *message) error {
	if len(m.parts) == 0 {
		r.drops++
		return fmt.Errorf("empty message")
	}
	head, body := m.split()
	key := head.ReadOnlyData()[0]
	if key == '#' {
		r.drops++
		m.free()
		return nil
	}
	if len(body) == 0 {
		r.drops++
		m.free()
		return fmt.Errorf("%c: no body", key)
	}
	r.routes[key] = append(r.routes[key], body...)
	head.Free()
	return nil
}

func (r *router) flush(key byte) (n int) {
	all := r.routes[key]
	for _, b := range all {
		n += b.Len()
	}
	all.Free()
	delete(r.routes, key)
	return n
}

func (r *router) replay(m *message) error {
	err := r.route(m)
	if err != nil {
		return err
	}
	if all := r.routes['z']; len(all) > 2 {
		head := all[0]
		r.drops += head.Len()
		head.Free()
		all.Free()
		delete(r.routes, 'z')
	}
	return nil
}

func main() {
	pool := mem.NewTieredBufferPool(2048)
	r := &router{routes: map[byte]mem.BufferSlice{}}
	defer func() { fmt.Println(r.drops, recover()) }()
	for _, pieces := range [][]string{{"a", "one", "two"}, {"#", "comment"}, {}, {"b"}, {"a", "three"}} {
		if err := r.replay(newMessage(pool, pieces...)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.flush('a'), r.flush('x'))
	for range 2 {
		if err := r.replay(newMessage(pool, "z", "one", "two")); err != nil {
			fmt.Println(err)
		}
	}
}
