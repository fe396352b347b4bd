// truth: correct

// Command blockcache reads a table file through an LRU cache of blocks. Readers
// keep the block they have while the cache evicts it.
package main

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

const blockSize = 512

type Block struct {
	ID   int64
	N    int
	Data [blockSize]byte
}

var blocks = rcpool.Pool[Block]{Name: "sst.blocks"}

type entry struct {
	id    int64
	block rcpool.Ref[Block]
}

type Cache struct {
	src io.ReaderAt
	max int

	mu    sync.Mutex
	order *list.List // of *entry, which owns a reference
	index map[int64]*list.Element
	hits  int
}

func NewCache(src io.ReaderAt, max int) *Cache {
	return &Cache{src: src, max: max, order: list.New(), index: make(map[int64]*list.Element)}
}

// Block returns a block; the caller owns the reference.
func (c *Cache) Block(id int64) (rcpool.Ref[Block], error) {
	if ref, ok := c.lookup(id); ok {
		return ref, nil
	}
	ref := blocks.Get()
	defer rcpool.Drop(&ref)
	b := ref.Value()
	n, err := c.src.ReadAt(b.Data[:], id*blockSize)
	if err != nil && !(errors.Is(err, io.EOF) && n > 0) {
		return rcpool.Ref[Block]{}, fmt.Errorf("block %d: %w", id, err)
	}
	b.ID, b.N = id, n
	c.insert(id, ref.Retain())
	return rcpool.Move(&ref), nil
}

func (c *Cache) lookup(id int64) (rcpool.Ref[Block], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.index[id]
	if !ok {
		return rcpool.Ref[Block]{}, false
	}
	c.hits++
	c.order.MoveToFront(el)
	return el.Value.(*entry).block.Retain(), true
}

// insert takes block over.
func (c *Cache) insert(id int64, block rcpool.Ref[Block]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.index[id]; ok { // another reader was quicker
		c.order.MoveToFront(el)
		block.Release()
		return
	}
	c.index[id] = c.order.PushFront(&entry{id, block})
	for c.order.Len() > c.max {
		c.evict(c.order.Back())
	}
}

func (c *Cache) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.index, e.id)
	e.block.Release()
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; el = c.order.Front() {
		c.evict(el)
	}
}

func count(c *Cache, needle byte, first, last int64) (total int, err error) {
	for id := first; id <= last; id++ {
		block, err := c.Block(id)
		if err != nil {
			return total, err
		}
		b := block.Value()
		total += bytes.Count(b.Data[:b.N], []byte{needle})
		block.Release()
	}
	return total, nil
}

func main() {
	file := bytes.NewReader(bytes.Repeat([]byte("abcdefgh"), 700))
	c := NewCache(file, 3)
	defer c.Close()
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			n, err := count(c, 'a'+byte(i), int64(i), int64(i)+6)
			fmt.Println(n, err)
		})
	}
	wg.Wait()
	_, err := count(c, 'z', 9, 12)
	fmt.Println(err)
}
