// truth: use-after-release line 88,91 hard

package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type page struct {
	Term string
	Docs []uint32
}

func (p *page) Reset() { p.Term, p.Docs = "", p.Docs[:0] }

var pages = rcpool.Pool[page]{Name: "pages"}

type entry struct {
	ref  rcpool.Ref[page]
	used int
}

// cache owns its pages and lends them.
type cache struct {
	max   int
	clock int
	m     map[string]*entry
}

func (c *cache) lookup(term string) *rcpool.Ref[page] {
	c.clock++
	e, ok := c.m[term]
	if !ok {
		if len(c.m) >= c.max {
			c.shrink()
		}
		e = &entry{ref: load(term)}
		c.m[term] = e
	}
	e.used = c.clock
	return &e.ref
}

func (c *cache) shrink() {
	oldest := ""
	for term, e := range c.m {
		if oldest == "" || e.used < c.m[oldest].used {
			oldest = term
		}
	}
	if e := c.m[oldest]; e != nil {
		delete(c.m, oldest)
		e.ref.Release()
	}
}

func (c *cache) close() {
	for term, e := range c.m {
		delete(c.m, term)
		e.ref.Release()
	}
}

func load(term string) rcpool.Ref[page] {
	ref := pages.Get()
	p := ref.Value()
	p.Term = term
	for i := uint32(1); i < 40; i++ {
		if i%uint32(len(term)) == 0 {
			p.Docs = append(p.Docs, i)
		}
	}
	return ref
}

// and returns the documents that all terms have.
func (c *cache) and(query string) (docs []uint32) {
	var all []*page
	for _, term := range strings.Fields(query) {
		all = append(all, c.lookup(term).Value())
	}
	if len(all) == 0 {
		return nil
	}
	for _, d := range all[0].Docs {
		in := true
		for _, p := range all[1:] {
			in = in && contains(p.Docs, d)
		}
		if in {
			docs = append(docs, d)
		}
	}
	return docs
}

func contains(docs []uint32, d uint32) bool {
	for _, x := range docs {
		if x == d {
			return true
		}
	}
	return false
}

func main() {
	c := &cache{max: 2, m: map[string]*entry{}}
	defer c.close()
	for _, q := range []string{"go rc", "pool", "it", "abc defghi", "ab abc abcd"} {
		fmt.Println(q, c.and(q))
	}
}
