// truth: correct
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	Z, X, Y int
	Pixels  [1024]byte
}

type key struct{ z, x, y int }

type cached struct {
	key  key
	tile rcpool.Ref[Tile]
}

// An LRU owns one reference to each of its tiles.
type LRU struct {
	mu    sync.Mutex
	max   int
	order *list.List
	index map[key]*list.Element
}

func NewLRU(n int) *LRU {
	return &LRU{max: n, order: list.New(), index: map[key]*list.Element{}}
}

// Get returns a reference of the caller's own.
func (l *LRU) Get(k key) (rcpool.Ref[Tile], bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	element, ok := l.index[k]
	if !ok {
		return rcpool.Ref[Tile]{}, false
	}
	l.order.MoveToFront(element)
	return element.Value.(cached).tile.Retain(), true
}

// Add takes over the tile, unless the key is there already.
func (l *LRU) Add(k key, tile rcpool.Ref[Tile]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.index[k]; ok {
		tile.Release()
		return
	}
	l.index[k] = l.order.PushFront(cached{k, tile})
	for l.order.Len() > l.max {
		l.evict(l.order.Back())
	}
}

func (l *LRU) evict(element *list.Element) {
	c := l.order.Remove(element).(cached)
	delete(l.index, c.key)
	c.tile.Release()
}

func (l *LRU) Purge() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for back := l.order.Back(); back != nil; back = l.order.Back() {
		l.evict(back)
	}
}

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

func draw(k key) rcpool.Ref[Tile] {
	tile := tiles.Get()
	t := tile.Value()
	t.Z, t.X, t.Y = k.z, k.x, k.y
	for i := range t.Pixels {
		t.Pixels[i] = byte(k.x ^ k.y + i)
	}
	return tile
}

func fetch(l *LRU, k key) (sum int) {
	tile, ok := l.Get(k)
	if !ok {
		tile = draw(k)
		l.Add(k, tile.Retain())
	}
	defer tile.Release()
	for _, p := range tile.Value().Pixels {
		sum += int(p)
	}
	return sum
}

func main() {
	l := NewLRU(8)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 200 {
				fetch(l, key{1, (i + g) % 13, i % 3})
			}
		})
	}
	wg.Wait()
	fmt.Println(l.order.Len(), tiles.Stats().InUse)
	l.Purge()
	fmt.Println(l.order.Len(), tiles.Stats().InUse)
}
