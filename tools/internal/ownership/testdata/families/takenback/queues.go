// Package takenback has pooled objects that are in a queue for a while, and are
// taken out again before the function returns.
package takenback

import (
	"bytes"
	"container/list"
	"sync"
)

// A node is visited.
type node struct {
	id    int
	edges []int
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func getNode(id int) *node {
	n := nodes.Get().(*node)
	n.id = id
	n.edges = n.edges[:0]
	return n
}

func putNode(n *node) { nodes.Put(n) }

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// A ring has room for a few nodes.
type ring struct {
	slots      [8]*node
	head, tail int
}

func (r *ring) push(n *node) {
	r.slots[r.tail%len(r.slots)] = n
	r.tail++
}

func (r *ring) pop() *node {
	if r.head == r.tail {
		return nil
	}
	n := r.slots[r.head%len(r.slots)]
	r.slots[r.head%len(r.slots)] = nil
	r.head++
	return n
}

// A tree has its work in fields.
type tree struct {
	pending []*node
	done    *list.List
}
