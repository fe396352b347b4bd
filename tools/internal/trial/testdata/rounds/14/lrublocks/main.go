// truth: correct

// Command lrublocks is an LRU cache of blocks that readers pin.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type block struct {
	no   int
	data [256]byte
}

var blocks = rcpool.Pool[block]{Name: "blocks"}

type slot struct {
	no  int
	ref rcpool.Ref[block]
}

type lru struct {
	mu     sync.Mutex
	max    int
	order  *list.List // of *slot, the latest first
	byNo   map[int]*list.Element
	load   func(no int, into *block) error
	misses int
}

func newLRU(max int, load func(int, *block) error) *lru {
	return &lru{max: max, order: list.New(), byNo: map[int]*list.Element{}, load: load}
}

// pin returns the block with a reference for the caller.
func (c *lru) pin(no int) (rcpool.Ref[block], error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byNo[no]; ok {
		c.order.MoveToFront(e)
		return e.Value.(*slot).ref.Retain(), nil
	}
	c.misses++
	ref := blocks.Get()
	defer rcpool.Drop(&ref)
	if err := c.load(no, ref.Value()); err != nil {
		return rcpool.Ref[block]{}, fmt.Errorf("block %d: %w", no, err)
	}
	for c.order.Len() >= c.max {
		c.evict(c.order.Back())
	}
	mine := ref.Retain()
	c.byNo[no] = c.order.PushFront(&slot{no: no, ref: rcpool.Move(&ref)})
	return mine, nil
}

func (c *lru) evict(e *list.Element) {
	s := c.order.Remove(e).(*slot)
	delete(c.byNo, s.no)
	s.ref.Release()
}

func (c *lru) invalidate(no int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byNo[no]
	if ok {
		c.evict(e)
	}
	return ok
}

func (c *lru) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; e = c.order.Front() {
		c.evict(e)
	}
}

func main() {
	errRead := errors.New("read error")
	c := newLRU(2, func(no int, b *block) error {
		if no == 13 {
			return errRead
		}
		b.no = no
		b.data[0] = byte(no)
		return nil
	})
	defer c.Close()
	pinned, err := c.pin(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pinned.Release()
	for _, no := range []int{2, 3, 13, 2, 1, 4} {
		b, err := c.pin(no)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(b.Value().no, b.Value().data[0])
		b.Release()
	}
	fmt.Println(c.invalidate(4), c.invalidate(3), pinned.Value().no, c.misses)
}
