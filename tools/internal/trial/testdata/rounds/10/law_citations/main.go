// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"unicode"
)

// parser reads citations such as "Art. 5 (2) GDPR".
type parser struct {
	src []rune
	pos int
	tok []rune
}

var parsers = sync.Pool{New: func() any { return &parser{} }}

func newParser(text string) *parser {
	p := parsers.Get().(*parser)
	p.src = append(p.src[:0], []rune(text)...)
	p.pos = 0
	p.tok = p.tok[:0]
	return p
}

func (p *parser) release() {
	if cap(p.src) <= 1024 {
		parsers.Put(p)
	}
}

func (p *parser) skip() {
	for p.pos < len(p.src) && unicode.IsSpace(p.src[p.pos]) {
		p.pos++
	}
}

func (p *parser) take(ok func(rune) bool) string {
	p.skip()
	p.tok = p.tok[:0]
	for p.pos < len(p.src) && ok(p.src[p.pos]) {
		p.tok = append(p.tok, p.src[p.pos])
		p.pos++
	}
	return string(p.tok)
}

type Citation struct{ Article, Paragraph, Statute string }

var errNotCitation = errors.New("not a citation")

func Parse(text string) (c Citation, err error) {
	p := newParser(text)
	defer p.release()
	if word := p.take(func(r rune) bool { return unicode.IsLetter(r) || r == '.' }); word != "Art." {
		return c, fmt.Errorf("%w: %q", errNotCitation, word)
	}
	if c.Article = p.take(unicode.IsDigit); c.Article == "" {
		return c, errNotCitation
	}
	if p.skip(); p.pos < len(p.src) && p.src[p.pos] == '(' {
		p.pos++
		c.Paragraph = p.take(unicode.IsDigit)
		p.pos++
	}
	c.Statute = p.take(unicode.IsLetter)
	return c, nil
}

func main() {
	for _, text := range []string{"Art. 5 (2) GDPR", "Art. 17 GDPR", "see above", "Art. x"} {
		c, err := Parse(text)
		fmt.Printf("%+v %v\n", c, err)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			want := fmt.Sprint(i)
			if c, err := Parse("Art. " + want + " BGB"); err != nil || c.Article != want {
				panic(want)
			}
		})
	}
	wg.Wait()
}
