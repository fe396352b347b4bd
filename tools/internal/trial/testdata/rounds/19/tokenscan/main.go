// truth: correct
package main

import (
	"fmt"
	"sync"
	"unicode"
)

type token struct {
	text []byte // a part of the scratch
	pos  int
}

// scratch is the memory of one analysis.
type scratch struct {
	fold   []byte
	tokens []token
	freq   map[string]int
	err    error
}

func (s *scratch) reset() {
	s.fold = s.fold[:0]
	clear(s.tokens)
	s.tokens = s.tokens[:0]
	clear(s.freq)
	s.err = nil
}

var scratches = sync.Pool{New: func() any { return &scratch{freq: make(map[string]int)} }}

const maxFold = 1 << 12

func release(s *scratch) {
	if cap(s.fold) > maxFold || len(s.freq) > 1000 {
		return // let the collector have the large ones
	}
	s.reset()
	scratches.Put(s)
}

func (s *scratch) tokenize(text string) {
	if s.err != nil {
		return
	}
	type span struct{ from, to int }
	var spans []span
	start := -1
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = len(s.fold)
			}
			s.fold = append(s.fold, string(unicode.ToLower(r))...)
			continue
		}
		if r == unicode.ReplacementChar {
			s.err = fmt.Errorf("bad text after %d tokens", len(spans))
			return
		}
		if start >= 0 {
			spans = append(spans, span{start, len(s.fold)})
			start = -1
		}
	}
	if start >= 0 {
		spans = append(spans, span{start, len(s.fold)})
	}
	for i, sp := range spans {
		s.tokens = append(s.tokens, token{s.fold[sp.from:sp.to], i})
	}
}

type posting struct {
	doc, freq int
}

type indexer struct {
	mu    sync.Mutex
	terms map[string][]posting
}

func (x *indexer) add(doc int, text string) error {
	s := scratches.Get().(*scratch)
	defer release(s)
	s.tokenize(text)
	if s.err != nil {
		return fmt.Errorf("document %d: %w", doc, s.err)
	}
	for _, t := range s.tokens {
		s.freq[string(t.text)]++
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for term, n := range s.freq {
		x.terms[term] = append(x.terms[term], posting{doc, n})
	}
	return nil
}

// longest returns a copy of the longest token.
func longest(text string) string {
	s := scratches.Get().(*scratch)
	defer release(s)
	s.tokenize(text)
	var best []byte
	for _, t := range s.tokens {
		if len(t.text) > len(best) {
			best = t.text
		}
	}
	return string(best)
}

func main() {
	x := &indexer{terms: map[string][]posting{}}
	var wg sync.WaitGroup
	texts := []string{"The quick fox", "the THE the", "bad \xff text", "Fox and hound"}
	errs := make([]error, len(texts))
	for i, t := range texts {
		wg.Go(func() { errs[i] = x.add(i, t) })
	}
	wg.Wait()
	fmt.Println(errs, len(x.terms["the"]), len(x.terms["fox"]), longest("a stream processor"))
}
