// truth: correct

// Command expr-arena evaluates expressions. The nodes of a tree come from a pool
// and go back when the tree has been walked.
package main

import (
	"errors"
	"fmt"
	"sync"
)

type node struct {
	op          byte
	value       int
	left, right *node
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func newNode(op byte, left, right *node) *node {
	n := nodes.Get().(*node)
	*n = node{op: op, left: left, right: right}
	return n
}

// free gives back a tree, which may be nil.
func (n *node) free() {
	if n == nil {
		return
	}
	left, right := n.left, n.right
	*n = node{}
	nodes.Put(n)
	left.free()
	right.free()
}

var errSyntax = errors.New("syntax error")

type parser struct {
	text string
	at   int
}

func (p *parser) next() byte {
	if p.at == len(p.text) {
		return 0
	}
	p.at++
	return p.text[p.at-1]
}

func (p *parser) operand() (*node, error) {
	switch c := p.next(); {
	case '0' <= c && c <= '9':
		n := newNode('n', nil, nil)
		n.value = int(c - '0')
		return n, nil
	case c == '(':
		n, err := p.sum()
		if err != nil {
			return nil, err
		}
		if p.next() != ')' {
			n.free()
			return nil, errSyntax
		}
		return n, nil
	}
	return nil, errSyntax
}

func (p *parser) sum() (*node, error) {
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	for p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '*') {
		op := p.next()
		right, err := p.operand()
		if err != nil {
			left.free()
			return nil, err
		}
		left = newNode(op, left, right)
	}
	return left, nil
}

func (n *node) eval() int {
	switch n.op {
	case '+':
		return n.left.eval() + n.right.eval()
	case '*':
		return n.left.eval() * n.right.eval()
	}
	return n.value
}

func calc(text string) (int, error) {
	tree, err := (&parser{text: text}).sum()
	if err != nil {
		return 0, err
	}
	defer tree.free()
	return tree.eval(), nil
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if n, err := calc("(1+2)*(3+4)*2"); n != 42 || err != nil {
					fmt.Println(n, err)
				}
				if _, err := calc("(1+2)*(3+"); err != errSyntax {
					fmt.Println(err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
