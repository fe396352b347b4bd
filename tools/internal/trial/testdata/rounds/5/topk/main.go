// truth: correct
package main

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

type scored struct {
	doc   *document
	score int
}

type document struct {
	title string
	words []string
}

type ranking struct{ hits []scored }

var rankings = sync.Pool{New: func() any { return new(ranking) }}

func withRanking(f func(*ranking)) {
	r := rankings.Get().(*ranking)
	defer func() {
		clear(r.hits)
		r.hits = r.hits[:0]
		rankings.Put(r)
	}()
	f(r)
}

func (r *ranking) fill(docs []*document, word string) {
	for _, d := range docs {
		n := 0
		for _, w := range d.words {
			if w == word {
				n++
			}
		}
		if n > 0 {
			r.hits = append(r.hits, scored{d, n})
		}
	}
	slices.SortFunc(r.hits, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc.title, b.doc.title))
	})
}

func top(docs []*document, word string, k int) (titles []string) {
	withRanking(func(r *ranking) {
		r.fill(docs, word)
		for _, h := range r.hits[:min(k, len(r.hits))] {
			titles = append(titles, h.doc.title)
		}
	})
	return titles
}

func main() {
	docs := []*document{
		{"one", []string{"go", "pool"}},
		{"two", []string{"go", "go", "go"}},
		{"three", []string{"pool"}},
		{"four", []string{"go"}},
	}
	for _, word := range []string{"go", "pool", "none"} {
		fmt.Println(word, top(docs, word, 2))
	}
}
