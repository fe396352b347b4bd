// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Profile struct {
	ID    string
	Bytes []byte
}

func (p *Profile) Reset() { p.ID, p.Bytes = "", p.Bytes[:0] }

type Cache struct {
	pool  *rcpool.Pool[Profile]
	limit int

	mu    sync.Mutex
	byID  map[string]rcpool.Ref[Profile]
	order []string
}

func NewCache(pool *rcpool.Pool[Profile], limit int) *Cache {
	return &Cache{pool: pool, limit: max(limit, 1), byID: map[string]rcpool.Ref[Profile]{}}
}

// Get returns a reference that the caller owns.
func (c *Cache) Get(id string) (rcpool.Ref[Profile], error) {
	if id == "" {
		return rcpool.Ref[Profile]{}, errors.New("no id")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.byID[id]; ok {
		return p.Retain(), nil
	}
	p := c.pool.Get()
	p.Value().ID = id
	p.Value().Bytes = append(p.Value().Bytes, "profile of "+id...)
	if len(c.order) == c.limit {
		oldest := c.order[0]
		c.order = append(c.order[:0], c.order[1:]...)
		c.byID[oldest].Release()
		delete(c.byID, oldest)
	}
	c.byID[id] = p
	c.order = append(c.order, id)
	return p.Retain(), nil
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, p := range c.byID {
		delete(c.byID, id)
		p.Release()
	}
	c.order = nil
}

func main() {
	var pool rcpool.Pool[Profile]
	cache := NewCache(&pool, 2)
	defer cache.Close()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			p, err := cache.Get(fmt.Sprintf("u%d", i%5))
			if err != nil {
				return
			}
			defer p.Release()
			if string(p.Value().Bytes) != "profile of "+p.Value().ID {
				panic("mixed up")
			}
		})
	}
	wg.Wait()
	if _, err := cache.Get(""); err != nil {
		fmt.Println("refused:", err)
	}
}
