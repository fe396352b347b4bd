// truth: escape line 47 plain
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type query struct {
	terms  []string
	filter map[string]string
	limit  int
}

var errNoTerms = errors.New("query has no terms")

// cacheKey returns the canonical form of a query.
func cacheKey(q query) ([]byte, error) {
	if len(q.terms) == 0 {
		return nil, errNoTerms
	}
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	terms := append([]string(nil), q.terms...)
	sort.Strings(terms)
	for i, t := range terms {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ToLower(t))
	}
	names := make([]string, 0, len(q.filter))
	for name := range q.filter {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(b, "|%s=%s", name, q.filter[name])
	}
	if q.limit > 0 {
		fmt.Fprintf(b, "|%d", q.limit)
	}
	return b.B, nil
}

type cache struct {
	results map[string][]int
	hits    int
}

func (c *cache) search(q query, run func(query) []int) ([]int, error) {
	key, err := cacheKey(q)
	if err != nil {
		return nil, err
	}
	if r, ok := c.results[string(key)]; ok {
		c.hits++
		return r, nil
	}
	r := run(q)
	c.results[string(key)] = r
	return r, nil
}

func main() {
	c := &cache{results: map[string][]int{}}
	run := func(q query) []int {
		b := bytebufferpool.Get()
		defer bytebufferpool.Put(b)
		b.WriteString("scanning for " + strings.Join(q.terms, "+"))
		return []int{b.Len()}
	}
	for _, q := range []query{
		{terms: []string{"Go", "pool"}}, {terms: []string{"pool", "go"}},
		{terms: []string{"go"}, filter: map[string]string{"lang": "en"}, limit: 5}, {},
	} {
		r, err := c.search(q, run)
		fmt.Println(r, err)
	}
	fmt.Println(c.hits, len(c.results))
}
