// Package usedafter has functions that are given a Ref, and callers that use the Ref afterwards:
// these have not given it away.
package usedafter

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Page is a part of a file.
type Page struct {
	No   int
	Data []byte
}

var pages = rcpool.Pool[Page]{Name: "pages"}

func load(no int) rcpool.Ref[Page] {
	p := pages.Get()
	p.Value().No = no
	return p
}

// size only reads it.
func size(p rcpool.Ref[Page]) int { return len(p.Value().Data) }

// number only reads it, too.
func number(p rcpool.Ref[Page]) int {
	if p.IsZero() {
		return -1
	}
	return p.Value().No
}

// show only reads it, and its callers release it, keep it, or do neither.
func show(p rcpool.Ref[Page], prefix string) {
	fmt.Println(prefix, p.Value().No)
}

// trace only reads it.
func trace(p rcpool.Ref[Page]) { fmt.Println("page", p.Value().No) }

// measure only reads it.
func measure(p rcpool.Ref[Page]) int { return cap(p.Value().Data) }

// describe only reads it.
func describe(p rcpool.Ref[Page]) string { return fmt.Sprint("page ", p.Value().No) }

// digest only reads it.
func digest(p rcpool.Ref[Page]) (sum byte) {
	for _, b := range p.Value().Data {
		sum += b
	}
	return sum
}

// checked only reads it.
func checked(p rcpool.Ref[Page]) bool { return p.Value().No > 0 }

// consume releases it.
func consume(p rcpool.Ref[Page]) { p.Release() }

type entry struct {
	no   int
	page rcpool.Ref[Page]
}

// A cache has a reference of its own to each page.
type cache struct {
	mu    sync.Mutex
	order *list.List
	index map[int]*list.Element
	all   map[int]rcpool.Ref[Page]
	limit int
}

func (c *cache) get(no int) (rcpool.Ref[Page], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.index[no]
	if !ok {
		return rcpool.Ref[Page]{}, false
	}
	return el.Value.(*entry).page.Retain(), true
}

// put takes a reference of its own.
func (c *cache) put(no int, p rcpool.Ref[Page]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.index[no]; ok {
		e := el.Value.(*entry)
		old := e.page
		e.page = p.Retain()
		old.Release()
		return
	}
	c.index[no] = c.order.PushFront(&entry{no, p.Retain()})
	for c.order.Len() > c.limit {
		e := c.order.Remove(c.order.Back()).(*entry)
		delete(c.index, e.no)
		e.page.Release()
	}
}

// keep takes a reference of its own.
func (c *cache) keep(no int, p rcpool.Ref[Page]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.all[no]; ok {
		old.Release()
	}
	c.all[no] = p.Retain()
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for no, p := range c.all {
		delete(c.all, no)
		p.Release()
	}
}

type reader struct{ current rcpool.Ref[Page] }

func (r *reader) close() { rcpool.Drop(&r.current) }
