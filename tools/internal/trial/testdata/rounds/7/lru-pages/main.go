// truth: correct

// Command lru-pages caches rendered pages. A page that is evicted while a
// request still writes it stays alive until the request is done.
package main

import (
	"container/list"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type page struct {
	key  string
	body []byte
}

var pages = rcpool.Pool[page]{
	Name:  "pages",
	Reset: func(p *page) { *p = page{body: p.body[:0]} },
}

type cache struct {
	mu    sync.Mutex
	limit int
	order *list.List // of rcpool.Ref[page], the newest in front
	byKey map[string]*list.Element
}

func newCache(limit int) *cache {
	return &cache{limit: limit, order: list.New(), byKey: map[string]*list.Element{}}
}

// get returns a reference for the caller.
func (c *cache) get(key string) (rcpool.Ref[page], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return rcpool.Ref[page]{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(rcpool.Ref[page]).Retain(), true
}

// add takes p over.
func (c *cache) add(p rcpool.Ref[page]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := p.Value().key
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
	}
	c.byKey[key] = c.order.PushFront(p)
	for c.order.Len() > c.limit {
		c.remove(c.order.Back())
	}
}

func (c *cache) remove(e *list.Element) {
	p := c.order.Remove(e).(rcpool.Ref[page])
	delete(c.byKey, p.Value().key)
	p.Release()
}

func (c *cache) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.order.Len() > 0 {
		c.remove(c.order.Front())
	}
}

func (c *cache) serve(w io.Writer, key string) error {
	p, ok := c.get(key)
	if !ok {
		p = pages.Get()
		p.Value().key = key
		p.Value().body = fmt.Appendf(p.Value().body, "<h1>%s</h1>", key)
		c.add(p.Retain())
	}
	defer p.Release()
	_, err := w.Write(p.Value().body)
	return err
}

func main() {
	c := newCache(3)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 40 {
				if err := c.serve(io.Discard, fmt.Sprint("page", (n*i+n)%7)); err != nil {
					fmt.Println(err)
				}
			}
		})
	}
	wg.Wait()
	c.purge()
	fmt.Println("in use:", pages.Stats().InUse)
}
