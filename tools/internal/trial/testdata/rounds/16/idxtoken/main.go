// truth: reset line 61 plain

package main

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
)

type analysis struct {
	terms  []string
	counts map[string]int
	length int
}

var analyses = sync.Pool{New: func() any {
	return &analysis{counts: make(map[string]int)}
}}

type index struct {
	mu       sync.Mutex
	postings map[string][]int
	lengths  map[int]int
}

var stop = map[string]bool{"the": true, "a": true, "of": true}

func (a *analysis) feed(text string) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words {
		w = strings.ToLower(w)
		a.length++
		if stop[w] {
			continue
		}
		if a.counts[w] == 0 {
			a.terms = append(a.terms, w)
		}
		a.counts[w]++
	}
}

func (ix *index) add(id int, fields ...string) error {
	if len(fields) == 0 {
		return fmt.Errorf("document %d is empty", id)
	}
	a := analyses.Get().(*analysis)
	for _, f := range fields {
		a.feed(f)
	}
	ix.mu.Lock()
	for _, t := range a.terms {
		ix.postings[t] = append(ix.postings[t], id)
	}
	ix.lengths[id] = a.length
	ix.mu.Unlock()
	clear(a.counts)
	a.length = 0
	analyses.Put(a)
	return nil
}

func (ix *index) search(query string) []int {
	var docs []int
	for _, w := range strings.Fields(query) {
		docs = append(docs, ix.postings[strings.ToLower(w)]...)
	}
	return docs
}

func main() {
	ix := &index{postings: map[string][]int{}, lengths: map[int]int{}}
	docs := [][]string{
		{"The art of war", "Sun Tzu"},
		{"War and peace", "Leo Tolstoy"},
		{},
		{"A tale of two cities", "Charles Dickens"},
	}
	for id, d := range docs {
		if err := ix.add(id, d...); err != nil {
			fmt.Println(err)
		}
	}
	for _, q := range []string{"war", "tale", "sun leo"} {
		fmt.Println(q, ix.search(q))
	}
	fmt.Println(ix.lengths[0], ix.lengths[1])
}
