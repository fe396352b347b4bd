// Package handedlists has lists of references that go to others: to a method of an interface,
// or into a new object that owns them from then on.
package handedlists

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// An Event is what the pool has.
type Event struct{ Body []byte }

// Reset makes an event ready for the next owner.
func (e *Event) Reset() { e.Body = e.Body[:0] }

// A sink owns the events that it gets.
type sink interface {
	Send(all []rcpool.Ref[Event])
}

// A Node counts its references, and owns its children.
type Node struct {
	references atomic.Int64
	name       string
	children   []*Node
}

// NewNode returns a node that takes its children over.
func NewNode(name string, children []*Node) *Node {
	n := &Node{name: name, children: children}
	n.references.Add(1)
	return n
}

// NewGroup returns a node that shares its children with the caller.
func NewGroup(name string, children []*Node) *Node {
	for _, c := range children {
		c.Retain()
	}
	return NewNode(name, children)
}

// Retain adds a reference.
func (n *Node) Retain() { n.references.Add(1) }

// Release gives one up; the last one gives up the children.
func (n *Node) Release() {
	if n.references.Add(-1) > 0 {
		return
	}
	for _, c := range n.children {
		c.Release()
	}
	n.children = nil
}

// Depth is how many nodes are above each other.
func (n *Node) Depth() (depth int) {
	for _, c := range n.children {
		depth = max(depth, c.Depth())
	}
	return depth + 1
}

// A binary function makes one node of two.
type binary func(a, b *Node) *Node

// foldLeft makes one node of all.
func foldLeft(op binary, all ...*Node) *Node {
	if len(all) == 0 {
		return nil
	}
	folded := all[0]
	for _, n := range all[1:] {
		folded = op(folded, n)
	}
	return folded
}

// A forest owns the nodes that it gets.
type forest interface {
	Plant(all []*Node)
	Grow(all ...*Node)
}
