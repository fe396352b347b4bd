// truth: correct

// Command dirfilter parses directory search filters, such as
// (&(uid=ann)(!(dept=ops))), into trees of pooled nodes and evaluates them.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type node struct {
	op         byte
	attr, want string
	kids       []rcpool.Ref[node]
}

// Reset releases the subtrees that the node owns.
func (n *node) Reset() {
	for i := range n.kids {
		rcpool.Drop(&n.kids[i])
	}
	*n = node{kids: n.kids[:0]}
}

var nodes rcpool.Pool[node]

var errSyntax = errors.New("filter: syntax error")

type parser struct {
	text string
	at   int
}

func (p *parser) peek() byte {
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) expect(c byte) error {
	if p.peek() != c {
		return fmt.Errorf("%w at %d: no %q", errSyntax, p.at, c)
	}
	p.at++
	return nil
}

func (p *parser) parse() (_ rcpool.Ref[node], err error) {
	if err := p.expect('('); err != nil {
		return rcpool.Ref[node]{}, err
	}
	ref := nodes.Get()
	defer func() {
		if err != nil {
			ref.Release()
		}
	}()
	n := ref.Value()
	switch c := p.peek(); c {
	case '&', '|', '!':
		n.op = c
		p.at++
		for p.peek() == '(' {
			kid, err := p.parse()
			if err != nil {
				return rcpool.Ref[node]{}, err
			}
			n.kids = append(n.kids, kid)
		}
		if c == '!' && len(n.kids) != 1 {
			return rcpool.Ref[node]{}, fmt.Errorf("%w: ! takes one operand", errSyntax)
		}
	default:
		end := strings.IndexByte(p.text[p.at:], ')')
		if end < 0 {
			return rcpool.Ref[node]{}, fmt.Errorf("%w: open term", errSyntax)
		}
		attr, want, found := strings.Cut(p.text[p.at:p.at+end], "=")
		if !found {
			return rcpool.Ref[node]{}, fmt.Errorf("%w: term without =", errSyntax)
		}
		n.op, n.attr, n.want = '=', attr, want
		p.at += end
	}
	if err := p.expect(')'); err != nil {
		return rcpool.Ref[node]{}, err
	}
	return ref, nil
}

func (n *node) match(entry map[string]string) bool {
	switch n.op {
	case '!':
		return !n.kids[0].Value().match(entry)
	case '&', '|':
		for _, kid := range n.kids {
			if kid.Value().match(entry) == (n.op == '|') {
				return n.op == '|'
			}
		}
		return n.op == '&'
	}
	return entry[n.attr] == n.want
}

func search(filter string, entries []map[string]string) (int, error) {
	p := parser{text: filter}
	root, err := p.parse()
	if err != nil {
		return 0, err
	}
	defer root.Release()
	if p.peek() != 0 {
		return 0, fmt.Errorf("%w: text after the filter", errSyntax)
	}
	hits := 0
	for _, entry := range entries {
		if root.Value().match(entry) {
			hits++
		}
	}
	return hits, nil
}

func main() {
	entries := []map[string]string{{"uid": "ann", "dept": "dev"}, {"uid": "bob", "dept": "ops"}, {"uid": "cem", "dept": "dev"}}
	for _, filter := range []string{"(dept=dev)", "(&(!(uid=ann))(dept=dev))", "(|(uid=ann)(&(uid=bob)(dept=ops)))", "(!(uid=ann)(uid=bob))", "(&(uid=ann)(dept", "(uid=x))"} {
		hits, err := search(filter, entries)
		fmt.Println(filter, hits, err)
	}
}
