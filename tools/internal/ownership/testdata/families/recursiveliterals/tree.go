// Package recursiveliterals has function literals that call themselves.
package recursiveliterals

import "github.com/rcpool/rcpool"

// A Node has children, which it does not own.
type Node struct {
	Size     int
	Children []*Node
}

var nodes = rcpool.Pool[Node]{Name: "nodes"}

// later keeps a function.
var later []func(*Node)
