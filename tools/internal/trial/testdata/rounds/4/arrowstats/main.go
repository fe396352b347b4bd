// truth: correct

// Arrowstats builds a batch of readings, keeps its last columns in a window,
// and sums slices of them.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "sensor", Type: arrow.BinaryTypes.String},
	{Name: "value", Type: arrow.PrimitiveTypes.Int64},
}, nil)

// readings returns a batch that the caller releases.
func readings(alloc memory.Allocator, base int64, n int) arrow.RecordBatch {
	b := array.NewRecordBuilder(alloc, schema)
	defer b.Release()
	for i := range n {
		b.Field(0).(*array.StringBuilder).Append(fmt.Sprint("s", i%3))
		b.Field(1).(*array.Int64Builder).Append(base + int64(i))
	}
	return b.NewRecordBatch()
}

// A window owns the columns in it.
type window struct {
	columns []*array.Int64
	max     int
}

// push takes a reference of its own to col.
func (w *window) push(col *array.Int64) {
	col.Retain()
	w.columns = append(w.columns, col)
	if len(w.columns) > w.max {
		w.columns[0].Release()
		w.columns = append(w.columns[:0], w.columns[1:]...)
	}
}

func (w *window) Release() {
	for _, c := range w.columns {
		c.Release()
	}
	w.columns = nil
}

// tail returns the sum of the last n values of each column.
func (w *window) tail(n int64) (sum int64) {
	for _, c := range w.columns {
		sum += tailOf(c, n)
	}
	return sum
}

func tailOf(c *array.Int64, n int64) (sum int64) {
	length := int64(c.Len())
	part := array.NewSlice(c, max(0, length-n), length)
	defer part.Release()
	for _, v := range part.(*array.Int64).Int64Values() {
		sum += v
	}
	return sum
}

func ingest(alloc memory.Allocator, w *window, base int64, n int) int64 {
	batch := readings(alloc, base, n)
	defer batch.Release()
	values := batch.Column(1).(*array.Int64) // borrowed from the batch
	w.push(values)
	first := batch.NewSlice(0, min(2, batch.NumRows()))
	defer first.Release()
	return first.NumRows()
}

func run(alloc memory.Allocator) {
	w := &window{max: 2}
	defer w.Release()
	for i, n := range []int{4, 1, 6, 3} {
		fmt.Println(ingest(alloc, w, int64(i)*100, n), w.tail(2))
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	run(alloc)
	fmt.Println(alloc.CurrentAlloc())
}
