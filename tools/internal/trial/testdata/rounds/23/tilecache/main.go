// truth: correct

// Command tilecache serves map tiles from an LRU cache.
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	X, Y   int
	Pixels []byte
}

func (t *Tile) Reset() { *t = Tile{Pixels: t.Pixels[:0]} }

var tilePool = rcpool.Pool[Tile]{Name: "tiles"}

type key struct{ x, y int }

type entry struct {
	key  key
	tile rcpool.Ref[Tile]
}

// TileCache holds one reference for each tile in it.
type TileCache struct {
	mu    sync.Mutex
	order *list.List
	index map[key]*list.Element
	limit int
}

func NewTileCache(limit int) *TileCache {
	return &TileCache{order: list.New(), index: make(map[key]*list.Element), limit: limit}
}

// Get returns a tile that the caller must release.
func (c *TileCache) Get(k key) (rcpool.Ref[Tile], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.index[k]
	if !ok {
		return rcpool.Ref[Tile]{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*entry).tile.Retain(), true
}

// Put stores a copy of the reference; the caller keeps its own.
func (c *TileCache) Put(k key, t rcpool.Ref[Tile]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.index[k]; ok {
		e := el.Value.(*entry)
		old := e.tile
		e.tile = t.Retain()
		old.Release()
		c.order.MoveToFront(el)
		return
	}
	c.index[k] = c.order.PushFront(&entry{k, t.Retain()})
	for c.order.Len() > c.limit {
		c.evict(c.order.Back())
	}
}

func (c *TileCache) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.index, e.key)
	e.tile.Release()
}

func (c *TileCache) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; el = c.order.Front() {
		c.evict(el)
	}
}

func render(k key) rcpool.Ref[Tile] {
	t := tilePool.Get()
	v := t.Value()
	v.X, v.Y = k.x, k.y
	for i := range 64 {
		v.Pixels = append(v.Pixels, byte(k.x*i+k.y))
	}
	return t
}

func serve(c *TileCache, k key) int {
	t, hit := c.Get(k)
	if !hit {
		t = render(k)
		c.Put(k, t)
	}
	defer t.Release()
	sum := 0
	for _, p := range t.Value().Pixels {
		sum += int(p)
	}
	return sum
}

func main() {
	c := NewTileCache(4)
	defer c.Purge()
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			total := 0
			for i := range 50 {
				total += serve(c, key{i % 7, w % 2})
			}
			fmt.Println("worker", w, total)
		})
	}
	wg.Wait()
}
