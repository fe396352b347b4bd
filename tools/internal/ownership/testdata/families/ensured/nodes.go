// Package ensured has functions that return what they are given, or something new if that is
// nil. Who does not look at the result knows that it is not.
package ensured

import "sync"

type node struct {
	name string
	kids []*node
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func newNode() *node { return nodes.Get().(*node) }

func free(n *node) {
	*n = node{}
	nodes.Put(n)
}

// copyNode copies a node into another one, or into a new one.
func copyNode(to, from *node) *node {
	if to == from {
		return to
	}
	if from == nil {
		return nil
	}
	if to == nil {
		to = newNode()
	}
	to.name = from.name
	return to
}

// ensure returns a node.
func ensure(n *node) *node {
	if n == nil {
		n = newNode()
	}
	return n
}

// fresh makes a node if there is none with the name.
func fresh(name string, known map[string]*node) *node {
	if n := known[name]; n != nil {
		return n
	}
	n := newNode()
	n.name = name
	return n
}
