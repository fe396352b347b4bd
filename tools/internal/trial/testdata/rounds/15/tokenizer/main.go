// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type token struct {
	kind byte
	text string
}

type parser struct {
	src   string
	pos   int
	toks  []token
	depth int
	vars  map[string]float64
}

var parsers = sync.Pool{New: func() any {
	return &parser{vars: make(map[string]float64, 8)}
}}

func (p *parser) reset() {
	clear(p.toks)
	clear(p.vars)
	p.src, p.pos, p.depth = "", 0, 0
	p.toks = p.toks[:0]
}

var errSyntax = errors.New("syntax error")

func (p *parser) scan() error {
	for _, f := range strings.Fields(p.src) {
		switch {
		case strings.ContainsAny(f, "+*"):
			if len(f) > 1 {
				return fmt.Errorf("%w: %q", errSyntax, f)
			}
			p.toks = append(p.toks, token{f[0], f})
		case f[0] >= '0' && f[0] <= '9':
			p.toks = append(p.toks, token{'n', f})
		default:
			p.toks = append(p.toks, token{'v', f})
		}
	}
	return nil
}

func (p *parser) operand() (float64, error) {
	if p.pos >= len(p.toks) {
		return 0, errSyntax
	}
	t := p.toks[p.pos]
	p.pos++
	if t.kind == 'v' {
		v, ok := p.vars[t.text]
		if !ok {
			return 0, fmt.Errorf("unknown %s", t.text)
		}
		return v, nil
	}
	var v float64
	_, err := fmt.Sscan(t.text, &v)
	return v, err
}

func (p *parser) sum() (float64, error) {
	p.depth++
	acc, err := p.operand()
	for err == nil && p.pos < len(p.toks) {
		op := p.toks[p.pos].kind
		p.pos++
		var v float64
		if v, err = p.operand(); op == '+' {
			acc += v
		} else {
			acc *= v
		}
	}
	return acc, err
}

func eval(src string, vars map[string]float64) (v float64, err error) {
	p := parsers.Get().(*parser)
	defer func() {
		p.reset()
		parsers.Put(p)
	}()
	p.src = src
	for k, v := range vars {
		p.vars[k] = v
	}
	if err := p.scan(); err != nil {
		return 0, err
	}
	return p.sum()
}

func main() {
	fmt.Println(eval("1 + 2 * x", map[string]float64{"x": 4}))
	fmt.Println(eval("x + 1", nil))
	fmt.Println(eval("1 ++ 2", nil))
	fmt.Println(eval("2 *", nil))
}
