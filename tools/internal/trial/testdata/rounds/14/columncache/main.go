// truth: correct

// Command columncache shares decoded columns between concurrent queries.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type columnKey struct {
	table, column string
}

type columnCache struct {
	mu     sync.Mutex
	alloc  memory.Allocator
	cols   map[columnKey]*array.Float64
	decode func(columnKey) ([]float64, error)
	hits   int
}

// get returns a column that the caller has to release.
func (c *columnCache) get(k columnKey) (*array.Float64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if col, ok := c.cols[k]; ok {
		c.hits++
		col.Retain()
		return col, nil
	}
	values, err := c.decode(k)
	if err != nil {
		return nil, err
	}
	b := array.NewFloat64Builder(c.alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	col := b.NewFloat64Array()
	col.Retain()
	c.cols[k] = col
	return col, nil
}

// update replaces a column; queries that run keep what they have.
func (c *columnCache) update(k columnKey, values []float64) {
	b := array.NewFloat64Builder(c.alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	col := b.NewFloat64Array()
	c.mu.Lock()
	old := c.cols[k]
	c.cols[k] = col
	c.mu.Unlock()
	if old != nil {
		old.Release()
	}
}

func (c *columnCache) dropTable(table string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, col := range c.cols {
		if k.table == table {
			delete(c.cols, k)
			col.Release()
		}
	}
}

func (c *columnCache) sum(keys ...columnKey) (total float64, err error) {
	for _, k := range keys {
		col, err := c.get(k)
		if err != nil {
			return 0, fmt.Errorf("%s.%s: %w", k.table, k.column, err)
		}
		for i := range col.Len() {
			total += col.Value(i)
		}
		col.Release()
	}
	return total, nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &columnCache{alloc: alloc, cols: map[columnKey]*array.Float64{}, decode: func(k columnKey) ([]float64, error) {
		if k.column == "broken" {
			return nil, errors.New("bad encoding")
		}
		return []float64{1, 2, 3.5}, nil
	}}
	price, tax := columnKey{"orders", "price"}, columnKey{"orders", "tax"}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if _, err := c.sum(price, tax, price); err != nil {
				fmt.Println(err)
			}
		}()
	}
	held, err := c.get(price)
	if err != nil {
		fmt.Println(err)
		return
	}
	c.update(price, []float64{100})
	wg.Wait()
	fmt.Println(c.sum(price, columnKey{"orders", "broken"}))
	fmt.Println(c.sum(price, tax))
	fmt.Println(held.Value(2), c.hits > 0)
	held.Release()
	c.dropTable("orders")
	fmt.Println(alloc.CurrentAlloc())
}
