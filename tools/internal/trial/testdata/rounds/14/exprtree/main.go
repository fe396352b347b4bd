// truth: correct

// Command exprtree parses filter expressions into pooled nodes.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

type node struct {
	op          byte
	value       int
	column      string
	left, right *node
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func newNode(op byte) *node {
	n := nodes.Get().(*node)
	n.op = op
	return n
}

// free returns the whole tree to the pool. A nil node is fine.
func (n *node) free() {
	if n == nil {
		return
	}
	n.left.free()
	n.right.free()
	*n = node{}
	nodes.Put(n)
}

type parser struct {
	toks []string
}

func (p *parser) peek() string {
	if len(p.toks) == 0 {
		return ""
	}
	return p.toks[0]
}

func (p *parser) next() string {
	t := p.peek()
	if t != "" {
		p.toks = p.toks[1:]
	}
	return t
}

func (p *parser) sum() (*node, error) {
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	for p.peek() == "+" || p.peek() == "*" {
		n := newNode(p.next()[0])
		n.left = left
		if n.right, err = p.operand(); err != nil {
			n.free()
			return nil, err
		}
		left = n
	}
	return left, nil
}

func (p *parser) operand() (*node, error) {
	switch t := p.next(); {
	case t == "(":
		n, err := p.sum()
		if err != nil {
			return nil, err
		}
		if p.next() != ")" {
			n.free()
			return nil, fmt.Errorf("missing )")
		}
		return n, nil
	case t == "" || strings.Contains("+*)", t):
		return nil, fmt.Errorf("unexpected %q", t)
	default:
		if v, err := strconv.Atoi(t); err == nil {
			n := newNode('#')
			n.value = v
			return n, nil
		}
		n := newNode('$')
		n.column = t
		return n, nil
	}
}

// fold replaces constant subtrees by their value.
func (n *node) fold() *node {
	if n.left == nil {
		return n
	}
	n.left, n.right = n.left.fold(), n.right.fold()
	if n.left.op != '#' || n.right.op != '#' {
		return n
	}
	c := newNode('#')
	c.value = n.eval(nil)
	n.free()
	return c
}

func (n *node) eval(row map[string]int) int {
	switch n.op {
	case '+':
		return n.left.eval(row) + n.right.eval(row)
	case '*':
		return n.left.eval(row) * n.right.eval(row)
	case '$':
		return row[n.column]
	}
	return n.value
}

func main() {
	for _, src := range []string{"( 1 + 2 ) * x", "2 * 3 + 4", "( a + b", "a + * b", "y * ( x + 1 )"} {
		p := &parser{toks: strings.Fields(src)}
		n, err := p.sum()
		if err != nil {
			fmt.Println(err)
			continue
		}
		n = n.fold()
		fmt.Println(string(n.op), n.eval(map[string]int{"x": 5, "y": 2}))
		n.free()
	}
}
