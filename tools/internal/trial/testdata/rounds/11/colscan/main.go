// truth: correct
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Column is a column in chunks, which it owns.
type Column struct {
	mem    memory.Allocator
	chunks []arrow.Array
}

func (c *Column) load(values ...int64) {
	b := array.NewInt64Builder(c.mem)
	defer b.Release()
	b.AppendValues(values, nil)
	c.chunks = append(c.chunks, b.NewArray())
}

// Slice returns rows from i to j in one array. The caller releases it.
func (c *Column) Slice(i, j int64) (arrow.Array, error) {
	var parts []arrow.Array
	defer func() {
		for _, p := range parts {
			p.Release()
		}
	}()
	at := int64(0)
	for _, chunk := range c.chunks {
		n := int64(chunk.Len())
		from, to := max(i, at), min(j, at+n)
		if from < to {
			parts = append(parts, array.NewSlice(chunk, from-at, to-at))
		}
		at += n
	}
	if j > at {
		return nil, fmt.Errorf("row %d of %d", j, at)
	}
	if len(parts) == 1 {
		only := parts[0]
		parts = nil
		return only, nil
	}
	return array.Concatenate(parts, c.mem)
}

// Compact replaces the chunks by a single one.
func (c *Column) Compact() error {
	if len(c.chunks) < 2 {
		return nil
	}
	whole, err := array.Concatenate(c.chunks, c.mem)
	if err != nil {
		return err
	}
	c.Release()
	c.chunks = []arrow.Array{whole}
	return nil
}

func (c *Column) Release() {
	for _, chunk := range c.chunks {
		chunk.Release()
	}
	c.chunks = nil
}

func sum(c *Column, i, j int64) (total int64, err error) {
	a, err := c.Slice(i, j)
	if err != nil {
		return 0, err
	}
	defer a.Release()
	ints, ok := a.(*array.Int64)
	if !ok {
		return 0, fmt.Errorf("column is %s", a.DataType())
	}
	for _, v := range ints.Int64Values() {
		total += v
	}
	return total, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &Column{mem: mem}
	c.load(1, 2, 3)
	c.load(10, 20)
	c.load(100, 200, 300)
	fmt.Println(sum(c, 1, 3))
	fmt.Println(sum(c, 2, 7))
	fmt.Println(sum(c, 5, 9))
	if err := c.Compact(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(sum(c, 2, 7))
	c.Release()
	fmt.Println(mem.CurrentAlloc())
}
