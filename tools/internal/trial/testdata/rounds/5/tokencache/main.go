// truth: use-after-release line 67 hard
package main

import (
	"bytes"
	"fmt"
	"sync"
)

type token struct {
	kind byte
	text []byte
}

type statement struct {
	tokens []token
	table  []byte
}

var sources = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type parser struct {
	src *bytes.Buffer
	st  statement
}

func newParser(sql string) *parser {
	src := sources.Get().(*bytes.Buffer)
	src.Reset()
	src.WriteString(sql)
	return &parser{src: src}
}

func (p *parser) scan() {
	for _, word := range bytes.Fields(p.src.Bytes()) {
		kind := byte('w')
		if word[0] >= '0' && word[0] <= '9' {
			kind = 'n'
		}
		p.st.tokens = append(p.st.tokens, token{kind, word})
	}
}

func (p *parser) parse() (*statement, bool) {
	p.scan()
	for i, t := range p.st.tokens {
		if bytes.EqualFold(t.text, []byte("from")) && i+1 < len(p.st.tokens) {
			p.st.table = p.st.tokens[i+1].text
			return &p.st, true
		}
	}
	return nil, false
}

func (p *parser) close() {
	sources.Put(p.src)
	p.src = nil
}

func tableOf(sql string) (string, bool) {
	p := newParser(sql)
	st, ok := p.parse()
	p.close()
	if !ok {
		return "", false
	}
	return string(st.table), true
}

func main() {
	fmt.Println(tableOf("select 1"))
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			name := fmt.Sprintf("table_number_%d", i)
			for range 20000 {
				got, ok := tableOf("select a from " + name + " where b = 1")
				if !ok || got != name {
					panic("read from " + got)
				}
			}
		})
	}
	wg.Wait()
}
