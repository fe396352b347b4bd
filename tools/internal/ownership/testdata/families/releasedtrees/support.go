// Package releasedtrees has functions that call themselves to give back all of a tree.
package releasedtrees

import "sync"

type node struct {
	name     string
	children *node // the first one
	next     *node
	parts    []*node
	shared   bool
	users    int
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func get(name string) *node {
	n := nodes.Get().(*node)
	*n = node{name: name}
	return n
}
