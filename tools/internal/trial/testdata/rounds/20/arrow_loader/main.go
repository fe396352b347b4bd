// truth: correct

// An ETL job turns lines into record batches and joins their columns.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "user", Type: arrow.BinaryTypes.String},
	{Name: "cents", Type: arrow.PrimitiveTypes.Int64},
}, nil)

type order struct {
	user  string
	cents int64
}

type loader struct {
	mem     memory.Allocator
	builder *array.RecordBuilder
	records []arrow.Record
	max     int
	rows    int
}

func newLoader(mem memory.Allocator, max int) *loader {
	return &loader{mem: mem, builder: array.NewRecordBuilder(mem, schema), max: max}
}

func (l *loader) add(o order) error {
	if o.cents < 0 {
		return errors.New("negative amount of " + o.user)
	}
	l.builder.Field(0).(*array.StringBuilder).Append(o.user)
	l.builder.Field(1).(*array.Int64Builder).Append(o.cents)
	if l.rows++; l.rows == l.max {
		l.flush()
	}
	return nil
}

func (l *loader) flush() {
	if l.rows == 0 {
		return
	}
	l.records = append(l.records, l.builder.NewRecord())
	l.rows = 0
}

// column joins column i of all records. The caller owns the result.
func (l *loader) column(i int) (arrow.Array, error) {
	parts := make([]arrow.Array, 0, len(l.records))
	for _, r := range l.records {
		parts = append(parts, r.Column(i))
	}
	return array.Concatenate(parts, l.mem)
}

func (l *loader) Release() {
	for _, r := range l.records {
		r.Release()
	}
	l.records = nil
	l.builder.Release()
}

func run(mem memory.Allocator, orders []order) (total int64, err error) {
	l := newLoader(mem, 3)
	defer l.Release()
	for _, o := range orders {
		if err := l.add(o); err != nil {
			return 0, err
		}
	}
	l.flush()
	col, err := l.column(1)
	if err != nil {
		return 0, err
	}
	defer col.Release()
	top := array.NewSlice(col, 0, int64(min(5, col.Len())))
	defer top.Release()
	for _, v := range top.(*array.Int64).Int64Values() {
		total += v
	}
	return total, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var orders []order
	for i := range 8 {
		orders = append(orders, order{fmt.Sprint("u", i), int64(i * 100)})
	}
	fmt.Println(run(mem, orders))
	fmt.Println(run(mem, append(orders, order{"eve", -1})))
	fmt.Println(run(mem, nil))
	fmt.Println("bytes left", mem.CurrentAlloc())
}
