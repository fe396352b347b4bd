// truth: correct

// Pagecache keeps the pages that were rendered last, and lets readers hold a
// page that is evicted meanwhile.
package main

import (
	"bytes"
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Page struct {
	Path string
	Body bytes.Buffer
}

func (p *Page) Reset() {
	p.Path = ""
	p.Body.Reset()
}

var pages = rcpool.Pool[Page]{Name: "pages"}

type entry struct {
	path string
	ref  rcpool.Ref[Page]
}

type Cache struct {
	mu     sync.Mutex
	max    int
	byPath map[string]*list.Element
	recent *list.List
}

func NewCache(max int) *Cache {
	return &Cache{max: max, byPath: make(map[string]*list.Element), recent: list.New()}
}

// Lookup returns a reference that the caller owns.
func (c *Cache) Lookup(path string) (rcpool.Ref[Page], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byPath[path]
	if !ok {
		return rcpool.Ref[Page]{}, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*entry).ref.Retain(), true
}

// Store takes ref over. If the path is known already, the older page stays.
func (c *Cache) Store(path string, ref rcpool.Ref[Page]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byPath[path]; ok {
		ref.Release()
		return
	}
	c.byPath[path] = c.recent.PushFront(&entry{path, ref})
	for c.recent.Len() > c.max {
		c.drop(c.recent.Back())
	}
}

func (c *Cache) drop(e *list.Element) {
	old := c.recent.Remove(e).(*entry)
	delete(c.byPath, old.path)
	old.ref.Release()
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.drop(c.recent.Front())
	}
}

// Render returns the page for path, with a reference for the caller.
func (c *Cache) Render(path string) rcpool.Ref[Page] {
	if ref, ok := c.Lookup(path); ok {
		return ref
	}
	ref := pages.Get()
	defer rcpool.Drop(&ref)
	page := ref.Value()
	page.Path = path
	fmt.Fprintf(&page.Body, "<h1>%s</h1>", path)
	c.Store(path, ref.Retain())
	return rcpool.Move(&ref)
}

func main() {
	cache := NewCache(3)
	defer cache.Close()
	var readers sync.WaitGroup
	total := make(chan int, 64)
	for i := range 64 {
		readers.Go(func() {
			ref := cache.Render(fmt.Sprintf("/p/%d", i%7))
			defer ref.Release()
			total <- ref.Value().Body.Len()
		})
	}
	readers.Wait()
	close(total)
	sum := 0
	for n := range total {
		sum += n
	}
	fmt.Println(sum)
}
