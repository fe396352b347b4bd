// truth: correct

// Queries against a search index have a pooled context; the result does not refer to it.
package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

type query struct {
	terms   []string
	scratch []byte
	hits    map[int]int
	explain bool
}

var queries = sync.Pool{New: func() any { return &query{hits: make(map[int]int)} }}

func getQuery(text string) *query {
	q := queries.Get().(*query)
	q.scratch = append(q.scratch[:0], text...)
	for _, t := range strings.Fields(string(q.scratch)) {
		if t == "!explain" {
			q.explain = true
			continue
		}
		q.terms = append(q.terms, strings.ToLower(t))
	}
	return q
}

func (q *query) put() {
	if cap(q.scratch) > 4<<10 {
		return
	}
	clear(q.terms)
	q.terms = q.terms[:0]
	clear(q.hits)
	q.explain = false
	queries.Put(q)
}

type index map[string][]int

type result struct {
	docs []int
	note string
}

func (ix index) score(q *query) {
	for _, t := range q.terms {
		for _, doc := range ix[t] {
			q.hits[doc]++
		}
	}
}

func (ix index) search(text string, limit int) (result, error) {
	q := getQuery(text)
	defer q.put()
	if len(q.terms) == 0 {
		return result{}, fmt.Errorf("nothing to search in %q", q.scratch)
	}
	ix.score(q)
	var r result
	for doc := range q.hits {
		r.docs = append(r.docs, doc)
	}
	slices.SortFunc(r.docs, func(a, b int) int {
		if d := q.hits[b] - q.hits[a]; d != 0 {
			return d
		}
		return a - b
	})
	r.docs = r.docs[:min(limit, len(r.docs))]
	if q.explain {
		r.note = fmt.Sprint(len(q.hits), " documents, terms ", q.terms)
	}
	return r, nil
}

func main() {
	ix := index{"go": {1, 2, 3}, "pool": {2, 5}, "leak": {5}}
	var wg sync.WaitGroup
	for i, text := range []string{"Go pool", "!explain LEAK pool", "  ", "go", strings.Repeat("go ", 3000)} {
		wg.Go(func() {
			r, err := ix.search(text, 2)
			if i < 3 && err == nil && len(r.docs) == 0 {
				fmt.Println("no documents for", text)
			}
		})
	}
	wg.Wait()
	for _, text := range []string{"Go pool", "pool leak !explain", "go"} {
		fmt.Println(ix.search(text, 2))
	}
}
