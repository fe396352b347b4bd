// truth: correct

// Command thumbcache keeps rendered thumbnails in an LRU cache. A thumbnail
// that is being served stays alive when the cache evicts it.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type thumb struct {
	w, h   int
	pixels []byte
}

func (t *thumb) Reset() { *t = thumb{pixels: t.pixels[:0]} }

var thumbs = rcpool.Pool[thumb]{Name: "thumbs"}

type entry struct {
	key string
	img rcpool.Ref[thumb]
}

type cache struct {
	mu    sync.Mutex
	limit int
	order *list.List // of *entry, the latest first
	index map[string]*list.Element
}

func newCache(limit int) *cache {
	return &cache{limit: limit, order: list.New(), index: map[string]*list.Element{}}
}

// get returns a reference of the caller's own.
func (c *cache) get(key string) (rcpool.Ref[thumb], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.index[key]
	if !ok {
		return rcpool.Ref[thumb]{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).img.Retain(), true
}

// add takes img over. If another goroutine was first, its image stays.
func (c *cache) add(key string, img rcpool.Ref[thumb]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, dup := c.index[key]; dup {
		img.Release()
		return
	}
	c.index[key] = c.order.PushFront(&entry{key, img})
	for c.order.Len() > c.limit {
		c.evict(c.order.Back())
	}
}

func (c *cache) evict(e *list.Element) {
	old := c.order.Remove(e).(*entry)
	delete(c.index, old.key)
	old.img.Release()
}

func (c *cache) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; e = c.order.Front() {
		c.evict(e)
	}
}

func render(key string, size int) (rcpool.Ref[thumb], error) {
	img := thumbs.Get()
	defer rcpool.Drop(&img)
	if size <= 0 {
		return rcpool.Ref[thumb]{}, errors.New("bad size for " + key)
	}
	t := img.Value()
	t.w, t.h = size, size
	for i := range size * size {
		t.pixels = append(t.pixels, byte(i)^key[0])
	}
	return rcpool.Move(&img), nil
}

func (c *cache) serve(key string, size int) (sum int, err error) {
	img, ok := c.get(key)
	if !ok {
		if img, err = render(key, size); err != nil {
			return 0, err
		}
		c.add(key, img.Retain())
	}
	defer img.Release()
	for _, p := range img.Value().pixels {
		sum += int(p)
	}
	return sum, nil
}

func main() {
	c := newCache(2)
	defer c.purge()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			key := string(rune('a' + i%4))
			if _, err := c.serve(key, 4*(i%4)); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(c.serve("z", 3))
}
