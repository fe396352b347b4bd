// truth: leak line 46,59 hard
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var tilesOpen atomic.Int64

type Tile struct {
	refs atomic.Int32
	x, y int
	pix  []byte
}

func NewTile(x, y int) *Tile {
	t := &Tile{x: x, y: y, pix: make([]byte, 256)}
	t.refs.Store(1)
	tilesOpen.Add(1)
	return t
}

func (t *Tile) IncRef() { t.refs.Add(1) }

func (t *Tile) DecRef() {
	if t.refs.Add(-1) == 0 {
		t.pix = nil
		tilesOpen.Add(-1)
	}
}

type coord struct{ x, y int }

type TileCache struct {
	mu    sync.Mutex
	tiles map[coord]*Tile
}

func (c *TileCache) Get(x, y int) *Tile {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok := c.tiles[coord{x, y}]
	if !ok {
		t = NewTile(x, y)
		c.tiles[coord{x, y}] = t
	}
	t.IncRef()
	return t
}

// EvictFar removes the tiles that are further than d from the viewer.
func (c *TileCache) EvictFar(x, y, d int) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := range c.tiles {
		if max(at.x-x, x-at.x) > d || max(at.y-y, y-at.y) > d {
			delete(c.tiles, at)
			n++
		}
	}
	return n
}

func (c *TileCache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, t := range c.tiles {
		delete(c.tiles, at)
		t.DecRef()
	}
}

func draw(c *TileCache, x, y int) (sum int) {
	for dx := range 3 {
		t := c.Get(x+dx, y)
		sum += len(t.pix) + t.x
		t.DecRef()
	}
	return sum
}

func main() {
	c := &TileCache{tiles: map[coord]*Tile{}}
	for x := range 10 {
		draw(c, x, 0)
	}
	fmt.Println(c.EvictFar(9, 0, 4), len(c.tiles))
	c.Close()
	fmt.Println("open:", tilesOpen.Load())
}
