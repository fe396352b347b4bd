// truth: correct
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	Key    string
	Pixels [256]byte
}

var tiles = rcpool.Pool[Tile]{Name: "tile"}

type entry struct {
	key string
	ref rcpool.Ref[Tile]
}

// lru owns one reference for each entry.
type lru struct {
	mu    sync.Mutex
	max   int
	order *list.List
	byKey map[string]*list.Element
}

func newLRU(max int) *lru {
	return &lru{max: max, order: list.New(), byKey: map[string]*list.Element{}}
}

// get returns a reference of the caller's own.
func (c *lru) get(key string) (rcpool.Ref[Tile], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byKey[key]
	if !ok {
		return rcpool.Ref[Tile]{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*entry).ref.Retain(), true
}

// put keeps a reference of its own.
func (c *lru) put(key string, ref *rcpool.Ref[Tile]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byKey[key]; ok {
		e := el.Value.(*entry)
		old := e.ref
		e.ref = ref.Retain()
		old.Release()
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key, ref.Retain()})
	for c.order.Len() > c.max {
		c.evict(c.order.Back())
	}
}

func (c *lru) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.byKey, e.key)
	e.ref.Release()
}

func (c *lru) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; {
		next := el.Next()
		c.evict(el)
		el = next
	}
}

func render(key string) rcpool.Ref[Tile] {
	ref := tiles.Get()
	t := ref.Value()
	t.Key = key
	for i := range t.Pixels {
		t.Pixels[i] = byte(len(key) + i)
	}
	return ref
}

func (c *lru) fetch(key string) (sum int) {
	ref, ok := c.get(key)
	if !ok {
		ref = render(key)
		c.put(key, &ref)
	}
	defer ref.Release()
	for _, p := range ref.Value().Pixels {
		sum += int(p)
	}
	return sum
}

func main() {
	cache := newLRU(4)
	defer cache.clear()
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for i := range 60 {
				cache.fetch(fmt.Sprintf("z%d/%d", (i+g)%3, i%7))
			}
		})
	}
	wg.Wait()
	fmt.Println("entries", cache.order.Len())
}
