// truth: correct

// Command pagecache is the buffer pool of a storage engine: pages count their
// references by hand, and an evicted page stays until its readers are done.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type Page struct {
	refs  atomic.Int32
	id    int
	dirty bool
	data  [256]byte
	free  func(*Page)
}

func NewPage(id int, free func(*Page)) *Page {
	p := &Page{id: id, free: free}
	p.refs.Store(1)
	return p
}

func (p *Page) IncRef() { p.refs.Add(1) }

func (p *Page) DecRef() {
	switch n := p.refs.Add(-1); {
	case n == 0:
		p.free(p)
	case n < 0:
		panic(fmt.Sprint("page ", p.id, " released too often"))
	}
}

type Cache struct {
	mu     sync.Mutex
	size   int
	pages  map[int]*Page // one reference each
	hand   []int         // ids in the order of eviction
	disk   map[int][256]byte
	writes int
}

// Fetch returns the page with a reference for the caller.
//
//rcpool:returns-owned
func (c *Cache) Fetch(id int) *Page {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.pages[id]; ok {
		p.IncRef()
		return p
	}
	if len(c.pages) >= c.size {
		c.evict()
	}
	p := NewPage(id, c.writeBack)
	p.data = c.disk[id]
	c.pages[id] = p
	c.hand = append(c.hand, id)
	p.IncRef()
	return p
}

// evict drops the cache's reference to the oldest page; c.mu is held.
func (c *Cache) evict() {
	id := c.hand[0]
	c.hand = c.hand[1:]
	p := c.pages[id]
	delete(c.pages, id)
	if p.dirty {
		c.disk[id] = p.data
		p.dirty = false
		c.writes++
	}
	p.DecRef()
}

func (c *Cache) writeBack(p *Page) { p.free = nil }

func (c *Cache) Update(id int, f func(data []byte) error) error {
	p := c.Fetch(id)
	defer p.DecRef()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := f(p.data[:]); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	p.dirty = true
	if c.pages[id] != p { // evicted in between
		c.disk[id] = p.data
	}
	return nil
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.hand) > 0 {
		c.evict()
	}
}

func main() {
	c := &Cache{size: 2, pages: map[int]*Page{}, disk: map[int][256]byte{}}
	for round := range 3 {
		for id := range 4 {
			err := c.Update(id, func(data []byte) error {
				if id == 3 {
					return fmt.Errorf("round %d: read-only", round)
				}
				data[0] += byte(id + 1)
				return nil
			})
			if err != nil {
				fmt.Println(err)
			}
		}
	}
	c.Close()
	fmt.Println(c.writes, c.disk[0][0], c.disk[1][0], c.disk[2][0])
}
