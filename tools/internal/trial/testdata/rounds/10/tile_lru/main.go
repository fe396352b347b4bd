// truth: correct
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// Tile is a part of a scan of a tissue.
type Tile struct {
	Key    string
	Pixels [256]byte
}

type tileCache struct {
	sync.Mutex
	pool  *rcpool.Pool[Tile]
	max   int
	byKey map[string]*list.Element
	order *list.List // of *entry, latest first
}

type entry struct {
	key string
	ref rcpool.Ref[Tile]
}

func newTileCache(p *rcpool.Pool[Tile], max int) *tileCache {
	return &tileCache{pool: p, max: max, byKey: make(map[string]*list.Element), order: list.New()}
}

// Fetch returns the tile with a reference for the caller.
func (c *tileCache) Fetch(key string) rcpool.Ref[Tile] {
	c.Lock()
	defer c.Unlock()
	if el, ok := c.byKey[key]; ok {
		c.order.MoveToFront(el)
		return el.Value.(*entry).ref.Retain()
	}
	ref := c.pool.Get()
	decode(key, ref.Value())
	c.byKey[key] = c.order.PushFront(&entry{key, ref})
	mine := ref.Retain()
	if c.order.Len() > c.max {
		c.evict(c.order.Back())
	}
	return mine
}

func (c *tileCache) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.byKey, e.key)
	e.ref.Release()
}

func (c *tileCache) Purge() {
	c.Lock()
	defer c.Unlock()
	for c.order.Len() > 0 {
		c.evict(c.order.Front())
	}
}

func decode(key string, t *Tile) {
	t.Key = key
	for i := range t.Pixels {
		t.Pixels[i] = key[i%len(key)]
	}
}

func main() {
	var pool rcpool.Pool[Tile]
	c := newTileCache(&pool, 3)
	var wg sync.WaitGroup
	for w := 0; w < 4; w++ {
		wg.Add(1)
		go func(w int) {
			defer wg.Done()
			for i := 0; i < 50; i++ {
				key := fmt.Sprintf("slide-%d", (i*w)%6)
				t := c.Fetch(key)
				if t.Value().Key != key {
					panic("wrong tile")
				}
				t.Release()
			}
		}(w)
	}
	wg.Wait()
	c.Purge()
	fmt.Println("leased:", pool.Stats().InUse)
}
