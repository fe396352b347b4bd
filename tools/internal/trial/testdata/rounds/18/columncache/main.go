// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// columns caches the columns of metrics; it owns one reference to each.
type columns struct {
	mem  memory.Allocator
	mu   sync.Mutex
	cols map[string]arrow.Array
	miss int
}

func (c *columns) load(name string) (arrow.Array, error) {
	if name == "" {
		return nil, fmt.Errorf("column without a name")
	}
	b := array.NewFloat64Builder(c.mem)
	defer b.Release()
	b.Reserve(10)
	for i := range 10 {
		if i%4 == 3 {
			b.AppendNull()
			continue
		}
		b.Append(float64(len(name) * i))
	}
	return b.NewArray(), nil
}

// acquire returns a column with a reference for the caller.
func (c *columns) acquire(name string) (arrow.Array, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	col, ok := c.cols[name]
	if !ok {
		var err error
		if col, err = c.load(name); err != nil {
			return nil, err
		}
		c.miss++
		c.cols[name] = col
	}
	col.Retain()
	return col, nil
}

func (c *columns) invalidate(names ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range names {
		if col, ok := c.cols[n]; ok {
			col.Release()
			delete(c.cols, n)
		}
	}
}

func (c *columns) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, col := range c.cols {
		col.Release()
		delete(c.cols, n)
	}
}

func mean(col arrow.Array) float64 {
	f := col.(*array.Float64)
	sum, n := 0.0, 0
	for i := range f.Len() {
		if f.IsValid(i) {
			sum += f.Value(i)
			n++
		}
	}
	return sum / float64(n)
}

// window averages the part [from, to) of two columns.
func window(c *columns, a, b string, from, to int64) (float64, error) {
	left, err := c.acquire(a)
	if err != nil {
		return 0, err
	}
	defer left.Release()
	right, err := c.acquire(b)
	if err != nil {
		return 0, fmt.Errorf("with %s: %w", a, err)
	}
	defer right.Release()
	c.invalidate(b)
	parts := make([]arrow.Array, 0, 2)
	for _, col := range []arrow.Array{left, right} {
		parts = append(parts, array.NewSlice(col, from, to))
	}
	defer func() {
		for _, p := range parts {
			p.Release()
		}
	}()
	both, err := array.Concatenate(parts, c.mem)
	if err != nil {
		return 0, err
	}
	defer both.Release()
	return mean(both), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &columns{mem: mem, cols: map[string]arrow.Array{}}
	fmt.Println(window(c, "cpu", "memory", 2, 6))
	fmt.Println(window(c, "cpu", "cpu", 0, 3))
	fmt.Println(window(c, "disk", "", 0, 3))
	fmt.Println(len(c.cols), c.miss)
	c.close()
	fmt.Println("allocated:", mem.CurrentAlloc())
}
