// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type chunked struct {
	mem    memory.Allocator
	chunks []arrow.Array
	rows   int
	target int
}

// append adds a chunk and retains it. Small chunks are merged.
func (c *chunked) append(chunk arrow.Array) error {
	if len(c.chunks) > 0 && !arrow.TypeEqual(c.chunks[0].DataType(), chunk.DataType()) {
		return fmt.Errorf("append %s to %s", chunk.DataType(), c.chunks[0].DataType())
	}
	chunk.Retain()
	c.chunks = append(c.chunks, chunk)
	c.rows += chunk.Len()
	if len(c.chunks) >= c.target {
		return c.compact()
	}
	return nil
}

func (c *chunked) compact() error {
	merged, err := array.Concatenate(c.chunks, c.mem)
	if err != nil {
		return err
	}
	for i, ch := range c.chunks {
		ch.Release()
		c.chunks[i] = nil
	}
	c.chunks = append(c.chunks[:0], merged)
	return nil
}

var errEmpty = errors.New("column is empty")

// slice returns rows [i:j) of the merged column.
func (c *chunked) slice(i, j int64) (arrow.Array, error) {
	switch {
	case len(c.chunks) == 0:
		return nil, errEmpty
	case len(c.chunks) > 1:
		if err := c.compact(); err != nil {
			return nil, err
		}
	}
	return array.NewSlice(c.chunks[0], i, j), nil
}

func (c *chunked) Release() {
	for _, ch := range c.chunks {
		ch.Release()
	}
	c.chunks, c.rows = nil, 0
}

func ints(mem memory.Allocator, from, n int64) *array.Int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for i := range n {
		b.Append(from + i)
	}
	return b.NewInt64Array()
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &chunked{mem: alloc, target: 3}
	_, err := c.slice(0, 1)
	fmt.Println(err)
	for i := range int64(5) {
		chunk := ints(alloc, i*10, 4)
		if err := c.append(chunk); err != nil {
			fmt.Println("error:", err)
		}
		chunk.Release()
	}
	b := array.NewFloat64Builder(alloc)
	b.Append(1)
	f := b.NewArray()
	b.Release()
	fmt.Println(c.append(f))
	f.Release()
	part, err := c.slice(3, 9)
	fmt.Println(part, err, c.rows, len(c.chunks))
	c.Release()
	fmt.Println(part.Len())
	part.Release()
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
