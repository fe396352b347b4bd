// Package cutlists has pooled structs with a list that always has a first element. A reset
// cuts it to that length.
package cutlists

import "sync"

type node struct {
	text string
	next int
}

type parser struct {
	nodes []node
	marks []int
	text  string
	pos   int
}

var parsers = sync.Pool{New: func() any { return &parser{nodes: make([]node, 1, 64), marks: make([]int, 2, 8)} }}

func newParser(text string) *parser {
	p := parsers.Get().(*parser)
	p.text = text
	return p
}

func (p *parser) free() {
	clear(p.nodes)
	p.nodes = p.nodes[:1]
	p.text, p.pos = "", 0
	parsers.Put(p)
}

func (p *parser) parse() int {
	for i := range p.text {
		p.nodes = append(p.nodes, node{text: p.text[i : i+1], next: len(p.nodes)})
	}
	return len(p.nodes)
}
