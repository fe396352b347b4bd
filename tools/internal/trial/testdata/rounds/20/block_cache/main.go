// truth: correct

// A file server caches blocks; readers share them with the cache.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

type Block struct {
	refs atomic.Int32
	id   int
	data []byte
	free func(*Block)
}

var live atomic.Int64

// NewBlock returns a block with one reference.
func NewBlock(id, size int) *Block {
	live.Add(1)
	b := &Block{id: id, data: make([]byte, size), free: func(*Block) { live.Add(-1) }}
	b.refs.Store(1)
	return b
}

func (b *Block) Retain() { b.refs.Add(1) }

func (b *Block) Release() {
	switch n := b.refs.Add(-1); {
	case n == 0:
		b.free(b)
		b.data = nil
	case n < 0:
		panic("block released too often")
	}
}

type lru struct {
	mu    sync.Mutex
	limit int
	order *list.List // of *Block, the latest in front
	byID  map[int]*list.Element
	load  func(id int) (*Block, error)
}

// Get returns a block that the caller must release.
func (c *lru) Get(id int) (*Block, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byID[id]; ok {
		c.order.MoveToFront(e)
		b := e.Value.(*Block)
		b.Retain()
		return b, nil
	}
	b, err := c.load(id)
	if err != nil {
		return nil, err
	}
	b.Retain() // one for the cache, one for the caller
	c.byID[id] = c.order.PushFront(b)
	if c.order.Len() > c.limit {
		c.evict(c.order.Back())
	}
	return b, nil
}

func (c *lru) evict(e *list.Element) {
	b := c.order.Remove(e).(*Block)
	delete(c.byID, b.id)
	b.Release()
}

func (c *lru) Invalidate(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byID[id]; ok {
		c.evict(e)
	}
}

func (c *lru) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.order.Len() > 0 {
		c.evict(c.order.Front())
	}
}

func readRange(c *lru, from, to int) (sum int, err error) {
	for id := from; id < to; id++ {
		b, err := c.Get(id)
		if err != nil {
			return sum, err
		}
		if len(b.data) == 0 {
			b.Release()
			return sum, errors.New("short block")
		}
		sum += int(b.data[0])
		b.Release()
	}
	return sum, nil
}

func main() {
	c := &lru{limit: 3, order: list.New(), byID: map[int]*list.Element{}, load: func(id int) (*Block, error) {
		if id == 7 {
			return nil, errors.New("block 7: disk error")
		}
		b := NewBlock(id, id%4)
		if len(b.data) > 0 {
			b.data[0] = byte(id)
		}
		return b, nil
	}}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			readRange(c, 1, 4)
			readRange(c, 1, 9)
			c.Invalidate(2)
			readRange(c, 5, 9)
		})
	}
	wg.Wait()
	fmt.Println(readRange(c, 1, 4))
	c.Close()
	fmt.Println("live", live.Load())
}
