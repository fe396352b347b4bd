// truth: correct

// Command resultcache keeps the results of queries as columnar batches, within
// a budget of rows.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type result struct {
	query string
	batch arrow.RecordBatch
}

type Cache struct {
	mu     sync.Mutex
	fifo   []*result
	rows   int64
	budget int64
}

// Get returns a batch with a reference for the caller.
func (c *Cache) Get(query string) (arrow.RecordBatch, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.fifo {
		if r.query == query {
			r.batch.Retain()
			return r.batch, true
		}
	}
	return nil, false
}

// Put adds a reference of its own to batch, unless batch is too large.
func (c *Cache) Put(query string, batch arrow.RecordBatch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if batch.NumRows() > c.budget {
		return
	}
	for _, r := range c.fifo {
		if r.query == query {
			batch.Retain()
			c.rows += batch.NumRows() - r.batch.NumRows()
			r.batch.Release()
			r.batch = batch
			c.shrink()
			return
		}
	}
	batch.Retain()
	c.fifo = append(c.fifo, &result{query, batch})
	c.rows += batch.NumRows()
	c.shrink()
}

func (c *Cache) shrink() {
	for c.rows > c.budget {
		oldest := c.fifo[0]
		c.fifo = c.fifo[1:]
		c.rows -= oldest.batch.NumRows()
		oldest.batch.Release()
	}
}

func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.fifo {
		r.batch.Release()
	}
	c.fifo, c.rows = nil, 0
}

type engine struct {
	mem   memory.Allocator
	cache Cache
	runs  int
	mu    sync.Mutex
}

var schema = arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int32}}, nil)

// execute returns a batch that the caller owns.
func (e *engine) execute(rows int) arrow.RecordBatch {
	b := array.NewInt32Builder(e.mem)
	defer b.Release()
	for i := range rows {
		b.Append(int32(i * i))
	}
	column := b.NewInt32Array()
	defer column.Release()
	e.mu.Lock()
	e.runs++
	e.mu.Unlock()
	return array.NewRecordBatch(schema, []arrow.Array{column}, int64(rows))
}

func (e *engine) query(rows int) int64 {
	text := fmt.Sprintf("select n from squares limit %d", rows)
	batch, ok := e.cache.Get(text)
	if !ok {
		batch = e.execute(rows)
		e.cache.Put(text, batch)
	}
	defer batch.Release()
	sum := int64(0)
	for _, n := range batch.Column(0).(*array.Int32).Int32Values() {
		sum += int64(n)
	}
	return sum
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	e := &engine{mem: mem, cache: Cache{budget: 40}}
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := range 20 {
				rows := 5 + (i*w)%17
				if got := e.query(rows); got < 30 {
					panic(got)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(e.query(60), e.runs > 10)
	e.cache.Clear()
	if n := mem.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
