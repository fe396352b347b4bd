// Package wire has buffers with a counter, some of them out of a pool.
package wire

import (
	"sync"
	"sync/atomic"
)

// A Buffer has bytes that are written to a connection.
type Buffer interface {
	Retain()
	Release()
	Len() int
}

type buffer struct {
	refs atomic.Int64
	data []byte
	home *Pool
}

// NewOf makes a buffer of bytes that somebody has. Its counter is 0: nobody has to release it.
func NewOf(data []byte) Buffer { return &buffer{data: data} }

// NewSized makes a buffer with a reference.
func NewSized(size int) Buffer {
	b := &buffer{data: make([]byte, size)}
	b.refs.Store(1)
	return b
}

func (b *buffer) Retain() { b.refs.Add(1) }

func (b *buffer) Release() {
	if b.refs.Add(-1) == 0 && b.home != nil {
		b.home.free.Put(b)
	}
}

func (b *buffer) Len() int { return len(b.data) }

// A Pool lends buffers.
type Pool struct{ free sync.Pool }

// Get returns a buffer with one reference.
func (p *Pool) Get() Buffer {
	b, ok := p.free.Get().(*buffer)
	if !ok {
		b = &buffer{data: make([]byte, 64)}
	}
	b.home = p
	b.Retain()
	return b
}

// A Node is in use from the beginning: it is freed when its counter falls below 0.
type Node struct {
	refs atomic.Int64
	Size int
	Gone bool
}

// NewNode makes a node that is in use.
func NewNode(size int) *Node { return &Node{Size: size} }

// IncRef adds a reference.
func (n *Node) IncRef() { n.refs.Add(1) }

// DecRef gives a reference up.
func (n *Node) DecRef() {
	if n.refs.Add(-1) < 0 {
		n.Gone = true
	}
}
