// truth: leak line 47,66 hard
package main

import (
	"container/list"
	"fmt"
	"sync/atomic"
)

var cached atomic.Int64

type Block struct {
	refs atomic.Int32
	id   int
	data []byte
}

func NewBlock(id int) *Block {
	b := &Block{id: id, data: make([]byte, 64)}
	b.refs.Store(1)
	cached.Add(int64(len(b.data)))
	return b
}

func (b *Block) IncRef() { b.refs.Add(1) }
func (b *Block) DecRef() {
	if b.refs.Add(-1) == 0 {
		cached.Add(-int64(len(b.data)))
		b.data = nil
	}
}

// BlockCache has one reference to each of its blocks.
type BlockCache struct {
	limit int
	order *list.List
	byID  map[int]*list.Element
}

func (c *BlockCache) Get(id int) *Block {
	if el, ok := c.byID[id]; ok {
		c.order.MoveToFront(el)
		b := el.Value.(*Block)
		b.IncRef()
		return b
	}
	b := NewBlock(id)
	b.IncRef()
	c.byID[id] = c.order.PushFront(b)
	if c.order.Len() > c.limit {
		c.drop(c.order.Back())
	}
	return b
}

func (c *BlockCache) drop(el *list.Element) {
	b := c.order.Remove(el).(*Block)
	delete(c.byID, b.id)
	b.DecRef()
}

// Invalidate forgets the blocks of a file that was deleted.
func (c *BlockCache) Invalidate(first, last int) {
	for id := first; id <= last; id++ {
		if el, ok := c.byID[id]; ok {
			c.order.Remove(el)
			delete(c.byID, id)
		}
	}
}

func (c *BlockCache) Close() {
	for c.order.Len() > 0 {
		c.drop(c.order.Front())
	}
}

func read(c *BlockCache, ids ...int) (n int) {
	for _, id := range ids {
		b := c.Get(id)
		n += len(b.data)
		b.DecRef()
	}
	return n
}

func main() {
	c := &BlockCache{limit: 4, order: list.New(), byID: map[int]*list.Element{}}
	fmt.Println(read(c, 1, 2, 3, 1, 4, 5, 6), cached.Load())
	c.Invalidate(4, 5)
	fmt.Println(read(c, 1, 7, 8), cached.Load())
	c.Close()
	fmt.Println(cached.Load())
}
