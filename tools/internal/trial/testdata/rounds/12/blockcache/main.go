// truth: use-after-release line 84 hard

package main

import (
	"container/list"
	"fmt"
	"strings"
	"sync/atomic"
)

// Block is a block of a log file that readers share.
type Block struct {
	refs atomic.Int32
	no   int
	data []byte
}

var freeBlocks []*Block

func NewBlock(no int, text string) *Block {
	b := &Block{}
	if n := len(freeBlocks); n > 0 {
		b = freeBlocks[n-1]
		freeBlocks = freeBlocks[:n-1]
	}
	b.refs.Store(1)
	b.no = no
	b.data = append(b.data[:0], text...)
	return b
}

func (b *Block) IncRef() { b.refs.Add(1) }

func (b *Block) DecRef() {
	if n := b.refs.Add(-1); n == 0 {
		freeBlocks = append(freeBlocks, b)
	} else if n < 0 {
		panic("block: released too often")
	}
}

type blockCache struct {
	order *list.List
	index map[int]*list.Element
	cap   int
	reads int
}

func (c *blockCache) load(no int) *Block {
	c.reads++
	return NewBlock(no, strings.Repeat(fmt.Sprint(no), 4))
}

// view returns a block, and reads it if it is not there.
func (c *blockCache) view(no int) *Block {
	if el, ok := c.index[no]; ok {
		c.order.MoveToFront(el)
		return el.Value.(*Block)
	}
	if c.order.Len() == c.cap {
		oldest := c.order.Back()
		victim := c.order.Remove(oldest).(*Block)
		delete(c.index, victim.no)
		victim.DecRef()
	}
	b := c.load(no)
	c.index[no] = c.order.PushFront(b)
	return b
}

func (c *blockCache) Close() {
	for el := c.order.Front(); el != nil; el = el.Next() {
		el.Value.(*Block).DecRef()
	}
	c.order.Init()
	clear(c.index)
}

// join concatenates the start of one block and the end of another.
func join(c *blockCache, a, b int) string {
	head := c.view(a)
	tail := c.view(b)
	return string(head.data[:2]) + string(tail.data[2:])
}

func main() {
	c := &blockCache{order: list.New(), index: map[int]*list.Element{}, cap: 1}
	defer c.Close()
	fmt.Println(join(c, 1, 1))
	fmt.Println(join(c, 2, 3))
	fmt.Println(join(c, 3, 4), c.reads)
}
