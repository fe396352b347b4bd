// truth: correct

package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A cache of columns for the shards of a search engine.

type columnCache struct {
	mu    sync.Mutex
	mem   memory.Allocator
	cols  map[string]arrow.Array
	order []string
	limit int
}

func newColumnCache(mem memory.Allocator, limit int) *columnCache {
	return &columnCache{mem: mem, cols: map[string]arrow.Array{}, limit: limit}
}

// acquire returns the column with a reference for the caller.
func (c *columnCache) acquire(name string, load func(*array.Int32Builder)) arrow.Array {
	c.mu.Lock()
	defer c.mu.Unlock()
	col, ok := c.cols[name]
	if !ok {
		b := array.NewInt32Builder(c.mem)
		load(b)
		col = b.NewArray()
		b.Release()
		c.cols[name] = col
		c.order = append(c.order, name)
		c.shrink()
	}
	col.Retain()
	return col
}

// shrink keeps at least the newest column.
func (c *columnCache) shrink() {
	for len(c.order) > max(c.limit, 1) {
		oldest := c.order[0]
		c.order = c.order[1:]
		c.cols[oldest].Release()
		delete(c.cols, oldest)
	}
}

func (c *columnCache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, col := range c.cols {
		col.Release()
		delete(c.cols, name)
	}
	c.order = nil
}

func sumRange(col arrow.Array, from, to int64) int {
	part := array.NewSlice(col, from, to)
	defer part.Release()
	sum := 0
	for _, v := range part.(*array.Int32).Int32Values() {
		sum += int(v)
	}
	return sum
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	cache := newColumnCache(mem, 2)
	var mu sync.Mutex
	var sums []int
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			col := cache.acquire(fmt.Sprintf("shard%d", i%4), func(b *array.Int32Builder) {
				for v := range 8 {
					b.Append(int32(v * (i%4 + 1)))
				}
			})
			defer col.Release()
			s := sumRange(col, 2, 6)
			mu.Lock()
			sums = append(sums, s)
			mu.Unlock()
		}()
	}
	wg.Wait()
	cache.Close()
	sort.Ints(sums)
	fmt.Println(sums, mem.CurrentAlloc())
}
