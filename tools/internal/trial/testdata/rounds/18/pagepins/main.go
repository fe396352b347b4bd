// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
)

// Page is a block of an object in the cache. Its count is guarded by the cache.
type Page struct {
	c      *pageCache
	no     int
	data   []byte
	count  int
	dirty  bool
	listed bool // among the idle pages
}

func (p *Page) Retain() {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	p.count++
}

func (p *Page) Release() {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	if p.count--; p.count < 0 {
		panic(fmt.Sprintf("page %d released too often", p.no))
	}
	if p.count == 0 && !p.listed {
		p.listed = true
		p.c.idle = append(p.c.idle, p)
	}
}

type pageCache struct {
	mu    sync.Mutex
	frame int
	max   int
	pages map[int]*Page
	idle  []*Page // pages that nobody holds, oldest first
	disk  map[int][]byte
}

var errPinned = errors.New("all pages are pinned")

// victim removes the oldest idle page; c.mu is held.
func (c *pageCache) victim() *Page {
	for len(c.idle) > 0 {
		p := c.idle[0]
		c.idle[0] = nil
		c.idle = c.idle[1:]
		p.listed = false
		if p.count > 0 {
			continue // it was pinned again
		}
		delete(c.pages, p.no)
		return p
	}
	return nil
}

// pin returns a page that the caller releases.
func (c *pageCache) pin(no int) (*Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.pages[no]; ok {
		p.count++
		return p, nil
	}
	data := make([]byte, c.frame)
	if len(c.pages) >= c.max {
		old := c.victim()
		if old == nil {
			return nil, fmt.Errorf("page %d: %w", no, errPinned)
		}
		if old.dirty {
			c.disk[old.no] = append([]byte(nil), old.data...)
		}
		data, old.data = old.data, nil
	}
	clear(data)
	copy(data, c.disk[no])
	p := &Page{c: c, no: no, data: data, count: 1}
	c.pages[no] = p
	return p, nil
}

func (c *pageCache) write(off int, b []byte) error {
	for len(b) > 0 {
		p, err := c.pin(off / c.frame)
		if err != nil {
			return err
		}
		n := copy(p.data[off%c.frame:], b)
		p.dirty = true
		p.Release()
		off, b = off+n, b[n:]
	}
	return nil
}

// span pins the pages from a to b.
func (c *pageCache) span(a, b int) (pages []*Page, err error) {
	for no := a; no <= b; no++ {
		p, err := c.pin(no)
		if err != nil {
			for _, q := range pages {
				q.Release()
			}
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

func main() {
	c := &pageCache{frame: 4, max: 3, pages: map[int]*Page{}, disk: map[int][]byte{}}
	fmt.Println(c.write(2, []byte("the quick brown fox")))
	_, err := c.span(0, 3)
	fmt.Println(err)
	pages, err := c.span(0, 2)
	fmt.Println(len(pages), err)
	first := pages[0]
	first.Retain()
	for _, p := range pages {
		fmt.Printf("%q ", p.data)
		p.Release()
	}
	fmt.Println(c.write(16, []byte("cat!dog!")))
	fmt.Printf("%q\n", first.data)
	first.Release()
	fmt.Println(len(c.pages), len(c.disk))
}
