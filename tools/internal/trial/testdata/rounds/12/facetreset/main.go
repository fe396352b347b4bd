// truth: reset line 26 plain

package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type facetQuery struct {
	terms   []string
	filters map[string]string
	counts  map[string]int
	from    int
	size    int
}

var facetQueries = rcpool.Pool[facetQuery]{
	Name: "facet queries",
	New: func() *facetQuery {
		return &facetQuery{filters: map[string]string{}, counts: map[string]int{}}
	},
	Reset: func(q *facetQuery) {
		clear(q.terms)
		q.terms = q.terms[:0]
		clear(q.counts)
		q.from, q.size = 0, 0
	},
}

type doc struct {
	text string
	meta map[string]string
}

func (q *facetQuery) parse(s string) {
	for _, word := range strings.Fields(s) {
		if k, v, ok := strings.Cut(word, ":"); ok {
			q.filters[k] = v
			continue
		}
		q.terms = append(q.terms, word)
	}
	q.size = 10
}

func (q *facetQuery) matches(d doc) bool {
	for k, v := range q.filters {
		if d.meta[k] != v {
			return false
		}
	}
	for _, t := range q.terms {
		if !strings.Contains(d.text, t) {
			return false
		}
	}
	return true
}

func search(s, facet string, docs []doc) []string {
	ref := facetQueries.Get()
	defer ref.Release()
	q := ref.Value()
	q.parse(s)
	for _, d := range docs {
		if q.matches(d) {
			q.counts[d.meta[facet]]++
		}
	}
	out := make([]string, 0, len(q.counts))
	for k, n := range q.counts {
		out = append(out, fmt.Sprintf("%s=%d", k, n))
	}
	sort.Strings(out)
	return out
}

func main() {
	docs := []doc{
		{"red shoe", map[string]string{"brand": "a", "stock": "yes"}},
		{"red boot", map[string]string{"brand": "b", "stock": "no"}},
		{"blue shoe", map[string]string{"brand": "a", "stock": "no"}},
	}
	for _, s := range []string{"red stock:yes", "red", "shoe"} {
		fmt.Println(s, search(s, "brand", docs))
	}
}
