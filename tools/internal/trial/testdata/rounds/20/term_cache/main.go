// truth: use-after-release line 42 hard

// A search node caches the posting lists of terms.
package main

import (
	"fmt"
	"sync/atomic"
)

type Postings struct {
	refs atomic.Int32
	term string
	docs []int
}

// NewPostings returns a list with one reference.
func NewPostings(term string, docs ...int) *Postings {
	p := &Postings{term: term, docs: docs}
	p.refs.Store(1)
	return p
}

func (p *Postings) Retain() { p.refs.Add(1) }

func (p *Postings) Release() {
	if p.refs.Add(-1) == 0 {
		p.docs = nil
	}
}

type cache struct {
	lists map[string]*Postings
	order []string
	max   int
}

// put shares p with the cache.
func (c *cache) put(p *Postings) {
	if old, ok := c.lists[p.term]; ok {
		old.Release()
		p.Retain()
		c.lists[p.term] = p
		return
	}
	if len(c.order) == c.max {
		c.drop(c.order[0])
		c.order = c.order[1:]
	}
	p.Retain()
	c.lists[p.term] = p
	c.order = append(c.order, p.term)
}

func (c *cache) drop(term string) {
	if p, ok := c.lists[term]; ok {
		delete(c.lists, term)
		p.Release()
	}
}

func (c *cache) count(term string) int {
	p, ok := c.lists[term]
	if !ok {
		return -1
	}
	return len(p.docs)
}

// refresh reads the list again if it has changed, and makes it the latest one.
func (c *cache) refresh(term string, changed func(string) []int) {
	p, ok := c.lists[term]
	if !ok {
		p = NewPostings(term, changed(term)...)
		c.put(p)
		p.Release()
		return
	}
	if docs := changed(term); len(docs) > 0 {
		p = NewPostings(term, docs...)
		c.put(p)
		p.Release()
		return
	}
	c.put(p)
}

func main() {
	c := &cache{lists: map[string]*Postings{}, max: 2}
	docs := map[string][]int{"go": {1, 2, 3}, "pool": {4}}
	once := func(term string) []int {
		d := docs[term]
		delete(docs, term)
		return d
	}
	for _, term := range []string{"go", "pool", "zip", "pool", "go"} {
		c.refresh(term, once)
		fmt.Println(term, c.count(term))
	}
}
