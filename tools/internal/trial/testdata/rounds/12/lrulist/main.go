// truth: correct

package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Posting struct {
	Term string
	Docs []uint32
}

var postings = rcpool.Pool[Posting]{
	Name:  "postings",
	Reset: func(p *Posting) { *p = Posting{Docs: p.Docs[:0]} },
}

type entry struct {
	term string
	ref  rcpool.Ref[Posting]
}

type lru struct {
	mu    sync.Mutex
	order *list.List
	index map[string]*list.Element
	cap   int
	onOut func(*Posting)
}

func (c *lru) get(term string) (rcpool.Ref[Posting], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.index[term]
	if !ok {
		return rcpool.Ref[Posting]{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*entry).ref.Retain(), true
}

func (c *lru) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.index, e.term)
	if c.onOut != nil {
		c.onOut(e.ref.Value())
	}
	e.ref.Release()
}

// add keeps a reference of its own.
func (c *lru) add(ref *rcpool.Ref[Posting]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	term := ref.Value().Term
	if el, ok := c.index[term]; ok {
		c.evict(el)
	}
	for c.order.Len() >= c.cap {
		c.evict(c.order.Back())
	}
	c.index[term] = c.order.PushFront(&entry{term: term, ref: ref.Retain()})
}

func (c *lru) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; el = c.order.Front() {
		c.evict(el)
	}
}

func load(term string) rcpool.Ref[Posting] {
	ref := postings.Get()
	p := ref.Value()
	p.Term = term
	for i := range len(term) {
		p.Docs = append(p.Docs, uint32(term[i]))
	}
	return ref
}

func count(c *lru, term string) int {
	ref, ok := c.get(term)
	if !ok {
		ref = load(term)
		c.add(&ref)
	}
	defer ref.Release()
	return len(ref.Value().Docs)
}

func main() {
	out := map[string]int{}
	c := &lru{order: list.New(), index: map[string]*list.Element{}, cap: 2}
	c.onOut = func(p *Posting) { out[p.Term]++ }
	sum := 0
	for _, t := range []string{"go", "pool", "go", "cache", "pool", "ref", "go", "go"} {
		sum += count(c, t)
	}
	again := load("go")
	c.add(&again)
	again.Release()
	c.purge()
	fmt.Println(sum, out, c.order.Len(), len(c.index))
}
