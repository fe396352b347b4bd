// truth: correct
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type asset struct {
	etag string
	body []byte
}

func (a *asset) Reset() { a.etag, a.body = "", a.body[:0] }

var assets = rcpool.Pool[asset]{Name: "assets", Keep: func(a *asset) bool { return cap(a.body) <= 1<<16 }}

type item struct {
	key string
	ref rcpool.Ref[asset]
}

type lru struct {
	mu    sync.Mutex
	order *list.List // of *item, the latest first
	index map[string]*list.Element
	size  int
	max   int
}

func newLRU(max int) *lru {
	return &lru{order: list.New(), index: map[string]*list.Element{}, max: max}
}

func (c *lru) get(key string) (ref rcpool.Ref[asset], ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.index[key]
	if !ok {
		return ref, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*item).ref.Retain(), true
}

func (c *lru) drop(el *list.Element) {
	it := c.order.Remove(el).(*item)
	delete(c.index, it.key)
	c.size -= len(it.ref.Value().body)
	rcpool.Drop(&it.ref)
}

// put takes ref over.
func (c *lru) put(key string, ref rcpool.Ref[asset]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(ref.Value().body)
	if n > c.max {
		ref.Release()
		return
	}
	if el, ok := c.index[key]; ok {
		c.drop(el)
	}
	for c.size+n > c.max {
		c.drop(c.order.Back())
	}
	c.index[key] = c.order.PushFront(&item{key, ref})
	c.size += n
}

func (c *lru) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.order.Len() > 0 {
		c.drop(c.order.Front())
	}
}

func fill(c *lru, key string, n int) int {
	if hit, ok := c.get(key); ok {
		defer hit.Release()
		return -len(hit.Value().body)
	}
	a := assets.Get()
	a.Value().etag = key
	a.Value().body = append(a.Value().body, make([]byte, n)...)
	mine := a.Retain()
	defer mine.Release()
	c.put(key, a)
	return len(mine.Value().body)
}

func main() {
	c := newLRU(100)
	defer c.purge()
	for i, key := range []string{"a", "b", "a", "c", "b", "huge", "a"} {
		n := 40
		if key == "huge" {
			n = 400
		}
		fmt.Println(i, key, fill(c, key, n), c.size)
	}
}
