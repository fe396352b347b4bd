// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type chunkCache struct {
	mem   memory.Allocator
	mu    sync.Mutex
	items map[int]arrow.Array
	queue []int
	limit int
	hits  int
}

func (c *chunkCache) load(id int) arrow.Array {
	b := array.NewInt64Builder(c.mem)
	defer b.Release()
	for i := range 64 {
		b.Append(int64(id*100 + i))
	}
	return b.NewArray()
}

// Chunk returns the chunk with a reference for the caller.
func (c *chunkCache) Chunk(id int) arrow.Array {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a, ok := c.items[id]; ok {
		c.hits++
		a.Retain()
		return a
	}
	a := c.load(id)
	if len(c.queue) == c.limit {
		oldest := c.queue[0]
		c.queue = c.queue[1:]
		c.items[oldest].Release()
		delete(c.items, oldest)
	}
	a.Retain()
	c.items[id] = a
	c.queue = append(c.queue, id)
	return a
}

func (c *chunkCache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range c.items {
		a.Release()
	}
	c.items, c.queue = map[int]arrow.Array{}, nil
}

func scan(c *chunkCache, ids ...int) (sum int64) {
	for _, id := range ids {
		func() {
			a := c.Chunk(id)
			defer a.Release()
			for _, v := range a.(*array.Int64).Int64Values() {
				sum += v
			}
		}()
	}
	return sum
}

func join(c *chunkCache, left, right int) (int, error) {
	l := c.Chunk(left)
	defer l.Release()
	r := c.Chunk(right)
	defer r.Release()
	both, err := array.Concatenate([]arrow.Array{l, r}, c.mem)
	if err != nil {
		return 0, err
	}
	defer both.Release()
	return both.Len(), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &chunkCache{mem: mem, items: map[int]arrow.Array{}, limit: 2}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { scan(c, 1, 2, 3, 1) })
	}
	wg.Wait()
	fmt.Println(scan(c, 1, 1, 2))
	fmt.Println(join(c, 1, 7))
	c.Close()
	fmt.Println("bytes left:", mem.CurrentAlloc())
}
