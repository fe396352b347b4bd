// truth: correct

// Command blockstore reads blocks of a table file through a cache; blocks are
// counted, and readers keep them alive while the cache evicts them.
package main

import (
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

func NewBlock(id, size int, free func(*Block)) *Block {
	b := &Block{id: id, data: make([]byte, size), free: free}
	b.refs.Store(1)
	return b
}

func (b *Block) IncRef() {
	b.refs.Add(1)
}

func (b *Block) DecRef() {
	switch n := b.refs.Add(-1); {
	case n == 0:
		b.free(b)
	case n < 0:
		panic("block: DecRef of a dead block")
	}
}

type Table struct {
	mu    sync.Mutex
	cache map[int]*Block
	order []int
	live  atomic.Int32
	size  int // in blocks
}

var errRange = errors.New("no such block")

// Block returns a block with a reference for the caller.
//
//rcpool:returns-owned
func (t *Table) Block(id int) (*Block, error) {
	if id < 0 || id >= t.size {
		return nil, errRange
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if b, ok := t.cache[id]; ok {
		b.IncRef()
		return b, nil
	}
	b := NewBlock(id, 64, func(*Block) { t.live.Add(-1) })
	t.live.Add(1)
	for i := range b.data {
		b.data[i] = byte(id * i)
	}
	b.IncRef() // for the cache
	t.cache[id] = b
	t.order = append(t.order, id)
	if len(t.order) > 3 {
		t.evict(t.order[0])
		t.order = t.order[1:]
	}
	return b, nil
}

func (t *Table) evict(id int) {
	b := t.cache[id]
	delete(t.cache, id)
	b.DecRef()
}

func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range t.order {
		t.evict(id)
	}
	t.order = nil
}

// An Iterator walks over the bytes of consecutive blocks.
type Iterator struct {
	table *Table
	block *Block // owned, or nil
	next  int
	end   int
}

func (it *Iterator) Next() (*Block, error) {
	it.Close()
	if it.next == it.end {
		return nil, nil
	}
	b, err := it.table.Block(it.next)
	if err != nil {
		return nil, err
	}
	it.next, it.block = it.next+1, b
	return b, nil
}

func (it *Iterator) Close() {
	if it.block != nil {
		it.block.DecRef()
		it.block = nil
	}
}

func sum(t *Table, from, to int) (total int, err error) {
	it := &Iterator{table: t, next: from, end: to}
	defer it.Close()
	for {
		b, err := it.Next()
		if err != nil || b == nil {
			return total, err
		}
		for _, c := range b.data {
			total += int(c)
		}
	}
}

func main() {
	t := &Table{cache: make(map[int]*Block), size: 12}
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			if _, err := sum(t, w, w+8); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	_, err := sum(t, 9, 20)
	fmt.Println(err, "live", t.live.Load())
	t.Close()
	fmt.Println("live", t.live.Load())
}
