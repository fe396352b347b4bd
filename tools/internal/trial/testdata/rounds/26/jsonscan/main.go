// truth: correct

// Command jsonscan tokenizes JSON with pooled lexers behind a typed pool.
package main

import (
	"errors"
	"fmt"
	"sync"
)

// Resetter is what a Free list can hold.
type Resetter[T any] interface {
	*T
	Reset()
}

// Typed is a sync.Pool of one type that resets what it takes back.
type Typed[T any, P Resetter[T]] struct{ p sync.Pool }

func (t *Typed[T, P]) Get() P {
	if x, ok := t.p.Get().(P); ok {
		return x
	}
	return P(new(T))
}

func (t *Typed[T, P]) Put(x P) {
	x.Reset()
	t.p.Put(x)
}

// Use lends an object to f.
func (t *Typed[T, P]) Use(f func(P) error) error {
	x := t.Get()
	defer t.Put(x)
	return f(x)
}

type token struct {
	kind byte
	text string
}

type lexer struct {
	src    string
	pos    int
	tokens []token
	stack  []byte
}

func (l *lexer) Reset() {
	clear(l.tokens)
	l.src, l.pos = "", 0
	l.tokens, l.stack = l.tokens[:0], l.stack[:0]
}

var lexers Typed[lexer, *lexer]

var errUnbalanced = errors.New("unbalanced")

func (l *lexer) run() error {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		start := l.pos
		l.pos++
		switch {
		case c == ' ' || c == ',' || c == ':':
			continue
		case c == '{' || c == '[':
			l.stack = append(l.stack, c+2)
		case c == '}' || c == ']':
			if n := len(l.stack); n == 0 || l.stack[n-1] != c {
				return fmt.Errorf("at %d: %w", start, errUnbalanced)
			}
			l.stack = l.stack[:len(l.stack)-1]
		case c == '"':
			for l.pos < len(l.src) && l.src[l.pos] != '"' {
				l.pos++
			}
			l.pos++
		default:
			for l.pos < len(l.src) && l.src[l.pos] != ',' && l.src[l.pos] != '}' && l.src[l.pos] != ']' {
				l.pos++
			}
			c = 'v'
		}
		l.tokens = append(l.tokens, token{c, l.src[start:min(l.pos, len(l.src))]})
	}
	if len(l.stack) > 0 {
		return errUnbalanced
	}
	return nil
}

func depth(doc string) (deepest int, err error) {
	err = lexers.Use(func(l *lexer) error {
		l.src = doc
		if err := l.run(); err != nil {
			return err
		}
		level := 0
		for _, t := range l.tokens {
			switch t.kind {
			case '{', '[':
				level++
				deepest = max(deepest, level)
			case '}', ']':
				level--
			}
		}
		return nil
	})
	return deepest, err
}

func strings(doc string) ([]string, error) {
	l := lexers.Get()
	l.src = doc
	err := l.run()
	var out []string
	for _, t := range l.tokens {
		if t.kind == '"' {
			out = append(out, t.text)
		}
	}
	lexers.Put(l)
	return out, err
}

func main() {
	for _, doc := range []string{`{"a": [1, {"b": 2}]}`, `{"a": [1}`, `[[[`, `"x"`} {
		d, err := depth(doc)
		s, _ := strings(doc)
		fmt.Println(d, err, s)
	}
}
