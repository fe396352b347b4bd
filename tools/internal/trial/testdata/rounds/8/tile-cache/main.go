// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type key struct{ z, x, y int }

type tile struct {
	key    key
	pixels [256]byte
}

type tileCache struct {
	pool  rcpool.Pool[tile]
	mu    sync.Mutex
	tiles map[key]rcpool.Ref[tile]
	order []key
	max   int
}

func newTileCache(max int) *tileCache {
	return &tileCache{tiles: make(map[key]rcpool.Ref[tile]), max: max}
}

// lookup returns a reference of the caller's own.
func (c *tileCache) lookup(k key) (rcpool.Ref[tile], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok := c.tiles[k]
	if !ok {
		return t, false
	}
	return t.Retain(), true
}

// store takes t over. If somebody else was quicker, that tile stays.
func (c *tileCache) store(k key, t rcpool.Ref[tile]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, dup := c.tiles[k]; dup {
		t.Release()
		return
	}
	if len(c.order) >= c.max {
		oldest := c.order[0]
		c.order = c.order[1:]
		c.tiles[oldest].Release()
		delete(c.tiles, oldest)
	}
	c.tiles[k] = t
	c.order = append(c.order, k)
}

func (c *tileCache) tile(k key) rcpool.Ref[tile] {
	if t, ok := c.lookup(k); ok {
		return t
	}
	t := c.pool.Get()
	v := t.Value()
	v.key = k
	for i := range v.pixels {
		v.pixels[i] = byte(k.x ^ k.y ^ i)
	}
	c.store(k, t.Retain())
	return t
}

func (c *tileCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, t := range c.tiles {
		delete(c.tiles, k)
		t.Release()
	}
	c.order = nil
}

func main() {
	c := newTileCache(8)
	defer c.close()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 200 {
				k := key{3, (i * (g + 1)) % 13, i % 3}
				t := c.tile(k)
				if v := t.Value(); v.key != k || v.pixels[7] != byte(k.x^k.y^7) {
					panic("wrong tile")
				}
				t.Release()
			}
		})
	}
	wg.Wait()
	fmt.Println("tiles kept:", len(c.tiles))
}
