// truth: leak line 75,83 hard

// Command tilecache keeps map tiles; tiles are shared with the requests that use them.
package main

import (
	"fmt"
	"sync/atomic"
)

// Tile is a counted map tile.
type Tile struct {
	refs  atomic.Int32
	key   string
	image []byte
	alive *atomic.Int32
}

// NewTile returns a tile with one reference.
func NewTile(key string, alive *atomic.Int32) *Tile {
	t := &Tile{key: key, image: make([]byte, 8), alive: alive}
	t.refs.Store(1)
	alive.Add(1)
	copy(t.image, key)
	return t
}

func (t *Tile) Retain() { t.refs.Add(1) }

func (t *Tile) Release() {
	if n := t.refs.Add(-1); n == 0 {
		t.image = nil
		t.alive.Add(-1)
	} else if n < 0 {
		panic("tile " + t.key)
	}
}

type node struct {
	tile       *Tile
	prev, next *node
}

type cache struct {
	root  node // of a ring; root.next is the latest
	byKey map[string]*node
	max   int
	alive atomic.Int32
}

func newCache(max int) *cache {
	c := &cache{byKey: map[string]*node{}, max: max}
	c.root.prev, c.root.next = &c.root, &c.root
	return c
}

func (n *node) unlink() {
	n.prev.next, n.next.prev = n.next, n.prev
	n.prev, n.next = nil, nil
}

func (c *cache) front(n *node) {
	n.prev, n.next = &c.root, c.root.next
	n.prev.next, n.next.prev = n, n
}

// get returns the tile with a reference for the caller.
func (c *cache) get(key string) *Tile {
	if n, ok := c.byKey[key]; ok {
		n.unlink()
		c.front(n)
		n.tile.Retain()
		return n.tile
	}
	t := NewTile(key, &c.alive)
	t.Retain()
	n := &node{tile: t}
	c.byKey[key] = n
	c.front(n)
	if len(c.byKey) > c.max {
		last := c.root.prev
		last.unlink()
		delete(c.byKey, last.tile.key)
	}
	return t
}

func (c *cache) invalidate(key string) {
	if n, ok := c.byKey[key]; ok {
		n.unlink()
		delete(c.byKey, key)
		n.tile.Release()
	}
}

func (c *cache) close() {
	for key := range c.byKey {
		c.invalidate(key)
	}
}

func main() {
	c := newCache(2)
	size := 0
	for _, key := range []string{"1/2", "1/3", "1/2", "2/2", "1/2"} {
		t := c.get(key)
		size += len(t.image)
		t.Release()
	}
	c.invalidate("2/2")
	c.invalidate("9/9")
	c.close()
	fmt.Println(size, c.alive.Load())
}
