// truth: double-release line 54,88 hard
package main

import (
	"container/list"
	"fmt"
	"sync"
	"sync/atomic"
)

// Image is a decoded picture. The last Release frees its pixels.
type Image struct {
	refs   atomic.Int32
	name   string
	pixels []byte
}

func NewImage(name string, size int) *Image {
	img := &Image{name: name, pixels: make([]byte, size)}
	img.refs.Store(1)
	return img
}

func (m *Image) Retain() { m.refs.Add(1) }

func (m *Image) Release() {
	n := m.refs.Add(-1)
	if n < 0 {
		panic("image " + m.name + " released too often")
	}
	if n == 0 {
		m.pixels = nil
	}
}

// Cache keeps the images that were used last.
type Cache struct {
	mu    sync.Mutex
	limit int
	order *list.List // of *Image, the latest first
	items map[string]*list.Element
}

func NewCache(limit int) *Cache {
	return &Cache{limit: limit, order: list.New(), items: map[string]*list.Element{}}
}

// Open returns an image. The caller releases it.
func (c *Cache) Open(name string) (*Image, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.items[name]; ok {
		c.order.MoveToFront(el)
		return el.Value.(*Image), nil
	}
	if name == "" {
		return nil, fmt.Errorf("no name")
	}
	img := NewImage(name, 64*len(name))
	c.items[name] = c.order.PushFront(img)
	img.Retain()
	for c.order.Len() > c.limit {
		c.evict(c.order.Back())
	}
	return img, nil
}

func (c *Cache) evict(el *list.Element) {
	img := c.order.Remove(el).(*Image)
	delete(c.items, img.name)
	img.Release()
}

// Purge empties the cache.
func (c *Cache) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.order.Len() > 0 {
		c.evict(c.order.Front())
	}
}

func serve(c *Cache, name string) (int, error) {
	img, err := c.Open(name)
	if err != nil {
		return 0, err
	}
	defer img.Release()
	return len(img.pixels), nil
}

func main() {
	c := NewCache(2)
	for _, name := range []string{"cat", "horse", "", "cat", "dog", "whale"} {
		n, err := serve(c, name)
		fmt.Println(name, n, err)
	}
	c.Purge()
}
