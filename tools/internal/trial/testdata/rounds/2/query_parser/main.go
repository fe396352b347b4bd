// truth: correct
package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

type token struct {
	kind byte // 'w'ord, 'n'umber, 'o'perator
	text string
}

type parser struct {
	tokens []token
	word   []rune
}

var parsers = sync.Pool{New: func() any { return &parser{tokens: make([]token, 0, 16)} }}

func (p *parser) reset() {
	clear(p.tokens)
	p.tokens = p.tokens[:0]
	p.word = p.word[:0]
}

func (p *parser) flush() {
	if len(p.word) == 0 {
		return
	}
	kind := byte('w')
	if unicode.IsDigit(p.word[0]) {
		kind = 'n'
	}
	p.tokens = append(p.tokens, token{kind, string(p.word)})
	p.word = p.word[:0]
}

func (p *parser) scan(query string) error {
	for i, r := range query {
		switch {
		case unicode.IsSpace(r):
			p.flush()
		case strings.ContainsRune("=<>", r):
			p.flush()
			p.tokens = append(p.tokens, token{'o', string(r)})
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			p.word = append(p.word, r)
		default:
			return fmt.Errorf("unexpected %q at %d", r, i)
		}
	}
	p.flush()
	return nil
}

// parse returns tokens that are the caller's own.
func parse(query string) (tokens []token, err error) {
	p := parsers.Get().(*parser)
	defer func() {
		p.reset()
		parsers.Put(p)
	}()
	if err := p.scan(query); err != nil {
		return nil, err
	}
	return slices.Clone(p.tokens), nil
}

// operators counts without keeping anything.
func operators(queries ...string) (n int) {
	p := parsers.Get().(*parser)
	for _, query := range queries {
		if p.scan(query) != nil {
			p.reset()
			continue
		}
		for _, t := range p.tokens {
			if t.kind == 'o' {
				n++
			}
		}
		p.reset()
	}
	parsers.Put(p)
	return n
}

func main() {
	var wg sync.WaitGroup
	results := make([][]token, 6)
	for i := range results {
		wg.Go(func() {
			tokens, err := parse(fmt.Sprintf("age > %d name = bob%d", i*10, i))
			if err == nil {
				results[i] = tokens
			}
		})
	}
	wg.Wait()
	for _, tokens := range results {
		fmt.Println(len(tokens), tokens[2].text, tokens[5].text)
	}
	_, err := parse("a = $1")
	fmt.Println(err, operators("a=1", "b!", "c<2 d>3"))
}
