// truth: correct
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	Key    string
	Pixels [256]byte
}

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

type entry struct {
	key  string
	tile rcpool.Ref[Tile]
}

// cache keeps the most recently used tiles. It owns one reference of each.
type cache struct {
	mu    sync.Mutex
	max   int
	order *list.List
	byKey map[string]*list.Element
}

func newCache(max int) *cache {
	return &cache{max: max, order: list.New(), byKey: map[string]*list.Element{}}
}

// get returns a reference of the caller's own.
func (c *cache) get(key string, load func(*Tile) error) (rcpool.Ref[Tile], error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byKey[key]; ok {
		c.order.MoveToFront(el)
		return el.Value.(*entry).tile.Retain(), nil
	}
	tile := tiles.Get()
	tile.Value().Key = key
	if err := load(tile.Value()); err != nil {
		tile.Release()
		return rcpool.Ref[Tile]{}, err
	}
	c.byKey[key] = c.order.PushFront(&entry{key: key, tile: tile.Retain()})
	for c.order.Len() > c.max {
		c.evict(c.order.Back())
	}
	return tile, nil
}

func (c *cache) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.byKey, e.key)
	e.tile.Release()
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.order.Len() > 0 {
		c.evict(c.order.Front())
	}
}

func main() {
	c := newCache(3)
	defer c.clear()
	var wg sync.WaitGroup
	var failed sync.Map
	for w := range 4 {
		wg.Go(func() {
			for i := range 40 {
				key := fmt.Sprintf("z%d", (i*7+w)%6)
				tile, err := c.get(key, func(t *Tile) error {
					if key == "z5" {
						return errors.New("no such tile")
					}
					for j := range t.Pixels {
						t.Pixels[j] = key[1]
					}
					return nil
				})
				if err != nil {
					failed.Store(key, true)
					continue
				}
				if tile.Value().Pixels[17] != key[1] {
					panic("wrong tile")
				}
				tile.Release()
			}
		})
	}
	wg.Wait()
	_, bad := failed.Load("z5")
	fmt.Println("z5 failed:", bad)
}
