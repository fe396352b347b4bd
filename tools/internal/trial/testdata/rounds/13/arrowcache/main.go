// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A columnCache shares columns between queries.
type columnCache struct {
	mu    sync.Mutex
	mem   memory.Allocator
	cols  map[string]arrow.Array
	order []string
	max   int
	loads int
}

// column returns a column that the caller must release.
func (c *columnCache) column(name string, n int) arrow.Array {
	c.mu.Lock()
	defer c.mu.Unlock()
	if col, ok := c.cols[name]; ok {
		if col.Len() >= n {
			col.Retain()
			return col
		}
		c.remove(name)
	}
	b := array.NewInt32Builder(c.mem)
	defer b.Release()
	b.Reserve(n)
	for i := range n {
		if i%5 == 4 {
			b.AppendNull()
			continue
		}
		b.Append(int32(i * len(name)))
	}
	col := b.NewArray()
	c.loads++
	if len(c.order) >= c.max {
		c.remove(c.order[0])
	}
	col.Retain()
	c.cols[name] = col
	c.order = append(c.order, name)
	return col
}

func (c *columnCache) remove(name string) {
	col, ok := c.cols[name]
	if !ok {
		return
	}
	delete(c.cols, name)
	col.Release()
	for i, o := range c.order {
		if o == name {
			c.order = append(c.order[:i], c.order[i+1:]...)
			break
		}
	}
}

func (c *columnCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.order) > 0 {
		c.remove(c.order[0])
	}
}

// head returns the first values of a column, which stay valid on their own.
func head(col arrow.Array, n int) arrow.Array {
	return array.NewSlice(col, 0, int64(min(n, col.Len())))
}

func query(c *columnCache, name string, n, top int) (sum int64, nulls int) {
	col := c.column(name, n)
	h := head(col, top)
	col.Release()
	defer h.Release()
	vals := h.(*array.Int32)
	for i := range vals.Len() {
		if vals.IsNull(i) {
			nulls++
			continue
		}
		sum += int64(vals.Value(i))
	}
	return sum, nulls
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &columnCache{mem: mem, cols: map[string]arrow.Array{}, max: 2}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			query(c, []string{"rx", "tx", "err"}[i%3], 10+i, 6)
		}()
	}
	wg.Wait()
	fmt.Println(query(c, "rx", 4, 4))
	fmt.Println(query(c, "drops", 100, 10))
	c.close()
	fmt.Println(len(c.cols), mem.CurrentAlloc())
}
