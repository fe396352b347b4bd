// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "load", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

// A Collector makes record batches of n rows.
type Collector struct {
	builder *array.RecordBuilder
	rows    int
	n       int
	emit    func(arrow.RecordBatch)
}

func NewCollector(mem memory.Allocator, n int, emit func(arrow.RecordBatch)) *Collector {
	return &Collector{builder: array.NewRecordBuilder(mem, schema), n: n, emit: emit}
}

func (c *Collector) Add(host string, load float64) {
	c.builder.Field(0).(*array.StringBuilder).Append(host)
	if loads := c.builder.Field(1).(*array.Float64Builder); load < 0 {
		loads.AppendNull()
	} else {
		loads.Append(load)
	}
	if c.rows++; c.rows == c.n {
		c.flush()
	}
}

// flush lends a batch to emit.
func (c *Collector) flush() {
	if c.rows == 0 {
		return
	}
	batch := c.builder.NewRecordBatch()
	defer batch.Release()
	c.rows = 0
	c.emit(batch)
}

func (c *Collector) Close() {
	c.flush()
	c.builder.Release()
}

func average(batch arrow.RecordBatch) (sum float64, n int) {
	loads := batch.Column(1).(*array.Float64)
	for i := range loads.Len() {
		if loads.IsValid(i) {
			sum += loads.Value(i)
			n++
		}
	}
	return sum, n
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var wg sync.WaitGroup
	var mu sync.Mutex
	var total float64
	var count int
	var tail arrow.RecordBatch
	c := NewCollector(mem, 4, func(batch arrow.RecordBatch) {
		batch.Retain()
		wg.Go(func() {
			defer batch.Release()
			sum, n := average(batch)
			mu.Lock()
			defer mu.Unlock()
			total += sum
			count += n
		})
		if tail != nil {
			tail.Release()
		}
		tail = batch.NewSlice(batch.NumRows()-1, batch.NumRows())
	})
	for i := range 10 {
		load := float64(i)
		if i%5 == 0 {
			load = -1
		}
		c.Add("host"+strings.Repeat("x", i), load)
	}
	c.Close()
	wg.Wait()
	last := tail.Column(0).(*array.String).Value(0)
	tail.Release()
	fmt.Println(total, count, len(last), mem.CurrentAlloc())
}
