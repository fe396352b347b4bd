// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type columnCache struct {
	mu   sync.Mutex
	mem  memory.Allocator
	cols map[string]arrow.Array
}

// get returns the column with a reference for the caller.
func (c *columnCache) get(name string, load func(*array.Float64Builder) error) (arrow.Array, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if col, ok := c.cols[name]; ok {
		col.Retain()
		return col, nil
	}
	b := array.NewFloat64Builder(c.mem)
	defer b.Release()
	if err := load(b); err != nil {
		return nil, fmt.Errorf("load %s: %w", name, err)
	}
	col := b.NewArray()
	col.Retain()
	c.cols[name] = col
	return col, nil
}

func (c *columnCache) replace(name string, col arrow.Array) {
	col.Retain()
	c.mu.Lock()
	old := c.cols[name]
	c.cols[name] = col
	c.mu.Unlock()
	if old != nil {
		old.Release()
	}
}

func (c *columnCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, col := range c.cols {
		delete(c.cols, name)
		col.Release()
	}
}

type dataset struct {
	names []string
	cols  []arrow.Array
}

func (d *dataset) Release() {
	for _, col := range d.cols {
		col.Release()
	}
	d.cols = nil
}

var errSource = errors.New("source is offline")

// join collects the columns of a training set.
func join(c *columnCache, names ...string) (*dataset, error) {
	d := &dataset{names: names}
	for i, name := range names {
		col, err := c.get(name, func(b *array.Float64Builder) error {
			b.AppendValues([]float64{1, 2, float64(i)}, nil)
			if name == "offline" {
				return errSource
			}
			return nil
		})
		if err != nil {
			d.Release()
			return nil, err
		}
		d.cols = append(d.cols, col)
	}
	return d, nil
}

func (c *columnCache) scale(name string, by float64) error {
	col, err := c.get(name, func(*array.Float64Builder) error { return errSource })
	if err != nil {
		return err
	}
	defer col.Release()
	b := array.NewFloat64Builder(c.mem)
	defer b.Release()
	for _, v := range col.(*array.Float64).Float64Values() {
		b.Append(v * by)
	}
	scaled := b.NewArray()
	defer scaled.Release()
	c.replace(name, scaled)
	return nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &columnCache{mem: alloc, cols: map[string]arrow.Array{}}
	d, err := join(c, "age", "clicks", "age")
	fmt.Println(len(d.cols), err)
	_, err = join(c, "age", "price", "offline")
	fmt.Println(err)
	fmt.Println(c.scale("clicks", 10), c.scale("nothing", 2))
	c.close()
	for i, col := range d.cols {
		fmt.Println(d.names[i], col)
	}
	d.Release()
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
