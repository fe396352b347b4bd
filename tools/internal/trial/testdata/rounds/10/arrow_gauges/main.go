// truth: leak line 39 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type gauge struct {
	name   string
	values []int64
}

var errLength = errors.New("gauges differ in length")

type sink struct {
	rows int64
	sums map[string]int64
}

func (s *sink) write(rec arrow.Record) {
	s.rows += rec.NumRows()
	for i, col := range rec.Columns() {
		for _, v := range col.(*array.Int64).Int64Values() {
			s.sums[rec.ColumnName(i)] += v
		}
	}
}

// export writes two gauges as the columns of a record.
func export(mem memory.Allocator, s *sink, x, y gauge) error {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(x.values, nil)
	xs := b.NewArray()
	b.AppendValues(y.values, nil)
	ys := b.NewArray()
	defer ys.Release()
	if xs.Len() != ys.Len() {
		return fmt.Errorf("%s, %s: %w", x.name, y.name, errLength)
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: x.name, Type: xs.DataType()},
		{Name: y.name, Type: ys.DataType()},
	}, nil)
	rec := array.NewRecord(schema, []arrow.Array{xs, ys}, int64(xs.Len()))
	s.write(rec)
	rec.Release()
	xs.Release()
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &sink{sums: map[string]int64{}}
	fmt.Println(export(mem, s, gauge{"cpu", []int64{1, 2, 3}}, gauge{"mem", []int64{4, 5, 6}}))
	fmt.Println(export(mem, s, gauge{"cpu", []int64{1, 2, 3}}, gauge{"disk", []int64{7}}))
	fmt.Println(s.rows, s.sums)
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are still allocated"))
	}
}
