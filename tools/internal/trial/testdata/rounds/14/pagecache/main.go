// truth: leak line 48,72 hard

// Command pagecache is the read cache of a storage engine.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type pageID struct{ file, no int }

type page struct {
	id    pageID
	dirty bool
	data  []byte
}

var pages = rcpool.Pool[page]{
	Name:  "pages",
	New:   func() *page { return &page{data: make([]byte, 4096)} },
	Reset: func(p *page) { clear(p.data); p.id, p.dirty = pageID{}, false },
}

type cache struct {
	mu    sync.Mutex
	max   int
	pages map[pageID]rcpool.Ref[page]
	order []pageID
}

// put makes the cache an owner of the page.
func (c *cache) put(ref rcpool.Ref[page]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := ref.Value().id
	if _, ok := c.pages[id]; !ok {
		if len(c.order) == c.max {
			victim := c.order[0]
			c.order = append(c.order[:0], c.order[1:]...)
			c.pages[victim].Release()
			delete(c.pages, victim)
		}
		c.order = append(c.order, id)
	}
	c.pages[id] = ref
}

func (c *cache) get(id pageID) (rcpool.Ref[page], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ref, ok := c.pages[id]
	if !ok {
		return rcpool.Ref[page]{}, false
	}
	return ref.Retain(), true
}

func (c *cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, ref := range c.pages {
		ref.Release()
		delete(c.pages, id)
	}
	c.order = nil
}

func load(id pageID, b byte) rcpool.Ref[page] {
	ref := pages.Get()
	ref.Value().id = id
	ref.Value().data[0] = b
	return ref
}

func main() {
	c := &cache{max: 2, pages: map[pageID]rcpool.Ref[page]{}}
	defer c.Close()
	for i := range 4 {
		c.put(load(pageID{1, i % 3}, byte(i)))
	}
	c.put(load(pageID{1, 0}, 9))
	if ref, ok := c.get(pageID{1, 0}); ok {
		fmt.Println(ref.Value().data[0])
		ref.Release()
	}
	_, ok := c.get(pageID{1, 1})
	fmt.Println(ok)
}
