// truth: zero-ref line 62 plain

// Command leaseterm hands election terms to followers.
package main

import (
	"fmt"
	"log/slog"

	"github.com/rcpool/rcpool"
)

type term struct {
	Number int
	Leader string
	Votes  []string
}

var terms = rcpool.Pool[term]{
	Reset: func(t *term) {
		clear(t.Votes)
		*t = term{Votes: t.Votes[:0]}
	},
}

type node struct {
	name  string
	inbox chan rcpool.Ref[term]
	last  int
}

func (n *node) drain() {
	for t := range n.inbox {
		n.last = t.Value().Number
		t.Release()
	}
}

type election struct {
	nodes  []*node
	number int
}

func (e *election) hold(candidate string) bool {
	t := terms.Get()
	defer rcpool.Drop(&t)
	e.number++
	v := t.Value()
	v.Number, v.Leader = e.number, candidate
	for _, n := range e.nodes {
		if n.name >= candidate {
			v.Votes = append(v.Votes, n.name)
		}
	}
	if len(v.Votes) <= len(e.nodes)/2 {
		return false
	}
	for _, n := range e.nodes[1:] {
		n.inbox <- t.Retain()
	}
	e.nodes[0].inbox <- rcpool.Move(&t)
	slog.Debug("elected", "term", t.Value().Number)
	return true
}

func main() {
	e := &election{}
	for _, name := range []string{"a", "b", "c"} {
		e.nodes = append(e.nodes, &node{name: name, inbox: make(chan rcpool.Ref[term], 4)})
	}
	fmt.Println(e.hold("c"))
	fmt.Println(e.hold("b"))
	for _, n := range e.nodes {
		close(n.inbox)
		n.drain()
		fmt.Println(n.name, n.last)
	}
}
