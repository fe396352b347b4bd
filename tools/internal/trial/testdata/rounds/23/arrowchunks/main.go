// truth: correct
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A Column collects chunks and compacts them when there are too many. It owns
// its chunks.
type Column struct {
	mem    memory.Allocator
	chunks []arrow.Array
	max    int
}

// Append retains a.
func (c *Column) Append(a arrow.Array) error {
	a.Retain()
	c.chunks = append(c.chunks, a)
	if len(c.chunks) <= c.max {
		return nil
	}
	return c.compact()
}

func (c *Column) compact() error {
	whole, err := array.Concatenate(c.chunks, c.mem)
	if err != nil {
		return err
	}
	c.Release()
	c.chunks = append(c.chunks, whole)
	return nil
}

func (c *Column) Release() {
	for i, a := range c.chunks {
		a.Release()
		c.chunks[i] = nil
	}
	c.chunks = c.chunks[:0]
}

// Window returns the rows from i to j, which the caller releases.
func (c *Column) Window(i, j int64) (arrow.Array, error) {
	if len(c.chunks) != 1 {
		if err := c.compact(); err != nil {
			return nil, err
		}
	}
	return array.NewSlice(c.chunks[0], i, j), nil
}

func ints(mem memory.Allocator, from, to int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for v := from; v < to; v++ {
		if v%5 == 0 {
			b.AppendNull()
			continue
		}
		b.Append(v)
	}
	return b.NewArray()
}

func sum(a arrow.Array) (s int64) {
	col := a.(*array.Int64)
	for i := range col.Len() {
		if col.IsValid(i) {
			s += col.Value(i)
		}
	}
	return s
}

func run(mem memory.Allocator) error {
	col := &Column{mem: mem, max: 3}
	defer col.Release()
	for i := range int64(6) {
		a := ints(mem, i*10, i*10+10)
		err := col.Append(a)
		a.Release()
		if err != nil {
			return err
		}
	}
	win, err := col.Window(15, 35)
	if err != nil {
		return err
	}
	defer win.Release()
	fmt.Println(win.Len(), win.NullN(), sum(win))

	b := array.NewStringBuilder(mem)
	defer b.Release()
	b.Append("not a number")
	odd := b.NewArray()
	defer odd.Release()
	if err := col.Append(odd); err != nil {
		return err
	}
	_, err = col.Window(0, 1)
	return err
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	fmt.Println(run(mem) != nil)
	fmt.Println(mem.CurrentAlloc())
}
