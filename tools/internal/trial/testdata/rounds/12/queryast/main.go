// truth: correct

package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type node struct {
	op    string
	term  string
	kids  []*node
	boost float64
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func newNode(op string) *node {
	n := nodes.Get().(*node)
	n.op, n.boost = op, 1
	return n
}

func (n *node) free() {
	for i, kid := range n.kids {
		kid.free()
		n.kids[i] = nil
	}
	*n = node{kids: n.kids[:0]}
	nodes.Put(n)
}

var errSyntax = errors.New("syntax error")

type parser struct{ tokens []string }

func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	t := p.peek()
	if t != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *parser) group() (*node, error) {
	and := newNode("and")
	for p.peek() != "" && p.peek() != ")" {
		kid, err := p.clause()
		if err != nil {
			and.free()
			return nil, err
		}
		and.kids = append(and.kids, kid)
	}
	if len(and.kids) == 1 {
		only := and.kids[0]
		and.kids = and.kids[:0]
		and.free()
		return only, nil
	}
	return and, nil
}

func (p *parser) clause() (*node, error) {
	switch t := p.next(); t {
	case "(":
		n, err := p.group()
		if err != nil {
			return nil, err
		}
		if p.next() != ")" {
			n.free()
			return nil, fmt.Errorf("missing ): %w", errSyntax)
		}
		return n, nil
	case "!":
		kid, err := p.clause()
		if err != nil {
			return nil, err
		}
		not := newNode("not")
		not.kids = append(not.kids, kid)
		return not, nil
	case "":
		return nil, fmt.Errorf("end of query: %w", errSyntax)
	default:
		n := newNode("term")
		n.term = t
		return n, nil
	}
}

func (n *node) match(doc string) bool {
	switch n.op {
	case "term":
		return strings.Contains(doc, n.term)
	case "not":
		return !n.kids[0].match(doc)
	}
	for _, kid := range n.kids {
		if !kid.match(doc) {
			return false
		}
	}
	return true
}

func search(query string, docs []string) (int, error) {
	p := &parser{tokens: strings.Fields(query)}
	root, err := p.group()
	if err != nil {
		return 0, err
	}
	defer root.free()
	if p.peek() != "" {
		return 0, fmt.Errorf("%q is left: %w", p.peek(), errSyntax)
	}
	found := 0
	for _, d := range docs {
		if root.match(d) {
			found++
		}
	}
	return found, nil
}

func main() {
	docs := []string{"red apple", "green apple", "red car", "blue sky"}
	for _, q := range []string{"red", "apple ! green", "( red ! ( car apple ) )", "( red", "!", "red )"} {
		fmt.Println(search(q, docs))
	}
}
