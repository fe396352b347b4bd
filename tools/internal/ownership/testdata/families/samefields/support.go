// Package samefields has structs of which two fields may name the same object from the beginning.
package samefields

import "sync/atomic"

// A Backend counts its users.
type Backend struct {
	addr string
	hits int
	refs atomic.Int32
}

func NewBackend(addr string) *Backend {
	b := &Backend{addr: addr}
	b.refs.Store(1)
	return b
}

func (b *Backend) IncRef() { b.refs.Add(1) }

func (b *Backend) DecRef() {
	if b.refs.Add(-1) == 0 {
		b.addr = ""
	}
}
