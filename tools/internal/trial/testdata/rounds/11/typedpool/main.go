// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// pool is a typed sync.Pool of things that can be reset.
type pool[T any, P interface {
	*T
	reset()
}] struct{ p sync.Pool }

func (p *pool[T, P]) get() P {
	if v, ok := p.p.Get().(P); ok {
		return v
	}
	return new(T)
}

func (p *pool[T, P]) put(v P) {
	v.reset()
	p.p.Put(v)
}

type token struct {
	kind byte
	text string
}

type lexer struct {
	src    string
	at     int
	tokens []token
}

func (l *lexer) reset() {
	clear(l.tokens)
	l.src, l.at, l.tokens = "", 0, l.tokens[:0]
}

type evaluator struct {
	stack []int
	depth int
}

func (e *evaluator) reset() { e.stack, e.depth = e.stack[:0], 0 }

var (
	lexers     pool[lexer, *lexer]
	evaluators pool[evaluator, *evaluator]
)

var errSyntax = errors.New("syntax error")

func (l *lexer) run(src string) error {
	l.src = src
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == ' ':
			l.at++
		case strings.IndexByte("+*-", c) >= 0:
			l.tokens = append(l.tokens, token{kind: c})
			l.at++
		case '0' <= c && c <= '9':
			start := l.at
			for l.at < len(l.src) && '0' <= l.src[l.at] && l.src[l.at] <= '9' {
				l.at++
			}
			l.tokens = append(l.tokens, token{'n', l.src[start:l.at]})
		default:
			return fmt.Errorf("%w at %d", errSyntax, l.at)
		}
	}
	return nil
}

func (e *evaluator) eval(tokens []token) (int, error) {
	for _, t := range tokens {
		if t.kind == 'n' {
			n := 0
			fmt.Sscan(t.text, &n)
			e.stack = append(e.stack, n)
			e.depth = max(e.depth, len(e.stack))
			continue
		}
		if len(e.stack) < 2 {
			return 0, errSyntax
		}
		a, b := e.stack[len(e.stack)-2], e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		e.stack[len(e.stack)-1] = map[byte]int{'+': a + b, '*': a * b, '-': a - b}[t.kind]
	}
	if len(e.stack) != 1 {
		return 0, errSyntax
	}
	return e.stack[0], nil
}

// price evaluates a pricing rule in postfix notation.
func price(rule string) (value, depth int, err error) {
	l := lexers.get()
	defer lexers.put(l)
	if err := l.run(rule); err != nil {
		return 0, 0, err
	}
	e := evaluators.get()
	defer evaluators.put(e)
	value, err = e.eval(l.tokens)
	return value, e.depth, err
}

func main() {
	for _, rule := range []string{"100 5 2 * -", "7", "1 +", "3 x", "1 2 3 + +", ""} {
		fmt.Println(price(rule))
	}
}
