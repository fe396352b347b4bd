// Package unasked has functions that return a reference beside a bool or an error, and
// callers that do not look at the bool or the error.
package unasked

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Node has children, which it owns.
type Node struct {
	Tag      string
	Children []rcpool.Ref[Node] `rcpool:"keep"`
}

// Reset releases the children.
func (n *Node) Reset() {
	n.Tag = ""
	for i := range n.Children {
		rcpool.Drop(&n.Children[i])
	}
	n.Children = n.Children[:0]
}

var nodes = rcpool.Pool[Node]{Name: "nodes"}

var errNone = errors.New("no such node")

// find returns the first node with the tag, with a reference of its own.
func find(n *Node, tag string) (rcpool.Ref[Node], bool) {
	for _, child := range n.Children {
		if child.Value().Tag == tag {
			return child.Retain(), true
		}
		if hit, ok := find(child.Value(), tag); ok {
			return hit, true
		}
	}
	return rcpool.Ref[Node]{}, false
}

// get returns an error if there is no such node.
func get(all map[string]rcpool.Ref[Node], tag string) (rcpool.Ref[Node], error) {
	n, ok := all[tag]
	if !ok {
		return rcpool.Ref[Node]{}, errNone
	}
	return n.Retain(), nil
}

// lookup returns a zero reference if there is no such node.
func lookup(all map[string]rcpool.Ref[Node], tag string) rcpool.Ref[Node] {
	if n, ok := all[tag]; ok {
		return n.Retain()
	}
	return rcpool.Ref[Node]{}
}
