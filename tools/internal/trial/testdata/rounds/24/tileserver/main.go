// truth: correct

// Command tileserver renders map tiles and keeps the recent ones in an LRU
// cache that shares them with requests.
package main

import (
	"container/list"
	"fmt"
	"hash/crc32"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"

	"github.com/rcpool/rcpool"
)

type tileKey struct{ z, x, y int }

type Tile struct {
	Key    tileKey
	Pixels [16 * 16]byte
}

type entry struct {
	key  tileKey
	tile rcpool.Ref[Tile]
}

type Cache struct {
	mu    sync.Mutex
	order *list.List // of *entry, most recent first
	byKey map[tileKey]*list.Element
	max   int
	tiles rcpool.Pool[Tile]
}

func NewCache(max int) *Cache {
	return &Cache{order: list.New(), byKey: make(map[tileKey]*list.Element), max: max}
}

// Tile returns the tile of key. The caller owns the reference.
func (c *Cache) Tile(key tileKey) rcpool.Ref[Tile] {
	if tile, ok := c.lookup(key); ok {
		return tile
	}
	tile := c.tiles.Get()
	render(tile.Value(), key)
	c.insert(key, tile.Retain())
	return tile
}

func (c *Cache) lookup(key tileKey) (rcpool.Ref[Tile], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	elem, ok := c.byKey[key]
	if !ok {
		return rcpool.Ref[Tile]{}, false
	}
	c.order.MoveToFront(elem)
	return elem.Value.(*entry).tile.Retain(), true
}

// insert takes tile over.
func (c *Cache) insert(key tileKey, tile rcpool.Ref[Tile]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[key]; ok {
		tile.Release() // somebody rendered the same tile meanwhile
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key: key, tile: tile})
	for c.order.Len() > c.max {
		c.drop(c.order.Back())
	}
}

func (c *Cache) drop(elem *list.Element) {
	e := c.order.Remove(elem).(*entry)
	delete(c.byKey, e.key)
	e.tile.Release()
}

func (c *Cache) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for elem := c.order.Front(); elem != nil; elem = c.order.Front() {
		c.drop(elem)
	}
}

func render(t *Tile, key tileKey) {
	t.Key = key
	for i := range t.Pixels {
		t.Pixels[i] = byte(key.z*31 + key.x*7 + key.y*3 + i)
	}
}

func (c *Cache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var key tileKey
	if _, err := fmt.Sscanf(r.URL.Path, "/%d/%d/%d", &key.z, &key.x, &key.y); err != nil {
		http.Error(w, "no such tile", http.StatusNotFound)
		return
	}
	tile := c.Tile(key)
	defer tile.Release()
	w.Header().Set("ETag", strconv.Quote(strconv.FormatUint(uint64(crc32.ChecksumIEEE(tile.Value().Pixels[:])), 16)))
	w.Write(tile.Value().Pixels[:])
}

func main() {
	cache := NewCache(6)
	var wg sync.WaitGroup
	for worker := range 3 {
		wg.Go(func() {
			for i := range 30 {
				path := fmt.Sprintf("/4/%d/%d", i%5, (i+worker)%3)
				rec := httptest.NewRecorder()
				cache.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
				if rec.Code != 200 || rec.Body.Len() != 256 {
					panic(path)
				}
			}
		})
	}
	wg.Wait()
	rec := httptest.NewRecorder()
	cache.ServeHTTP(rec, httptest.NewRequest("GET", "/favicon.ico", nil))
	fmt.Println(rec.Code, cache.order.Len())
	cache.Purge()
}
