// truth: leak line 25 plain

// Command deltacols computes the differences of counters, column by column, and
// writes them as record batches.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type transformer struct {
	alloc memory.Allocator
	wraps bool
}

var errBackwards = errors.New("counter goes backwards")

// delta returns the differences of neighbours. The first one is null.
func (t *transformer) delta(col *array.Int64) (arrow.Array, error) {
	b := array.NewInt64Builder(t.alloc)
	b.Reserve(col.Len())
	for i := range col.Len() {
		if i == 0 || col.IsNull(i) || col.IsNull(i-1) {
			b.AppendNull()
			continue
		}
		d := col.Value(i) - col.Value(i-1)
		if d < 0 {
			if !t.wraps {
				return nil, fmt.Errorf("row %d: %w", i, errBackwards)
			}
			d += 1 << 32
		}
		b.Append(d)
	}
	out := b.NewArray()
	b.Release()
	return out, nil
}

func (t *transformer) apply(rec arrow.RecordBatch) (arrow.RecordBatch, error) {
	var cols []arrow.Array
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	for i := range int(rec.NumCols()) {
		ints, ok := rec.Column(i).(*array.Int64)
		if !ok {
			keep := rec.Column(i)
			keep.Retain()
			cols = append(cols, keep)
			continue
		}
		d, err := t.delta(ints)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rec.ColumnName(i), err)
		}
		cols = append(cols, d)
	}
	return array.NewRecordBatch(rec.Schema(), cols, rec.NumRows()), nil
}

func build(alloc memory.Allocator, schema *arrow.Schema, hosts []string, counters []int64) arrow.RecordBatch {
	b := array.NewRecordBuilder(alloc, schema)
	defer b.Release()
	b.Field(0).(*array.StringBuilder).AppendValues(hosts, nil)
	b.Field(1).(*array.Int64Builder).AppendValues(counters, nil)
	return b.NewRecordBatch()
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "host", Type: arrow.BinaryTypes.String},
		{Name: "bytes", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	}, nil)
	t := &transformer{alloc: alloc}
	for _, counters := range [][]int64{{10, 15, 40}, {10, 4_000_000_000, 5}} {
		rec := build(alloc, schema, []string{"a", "a", "a"}, counters)
		for _, t.wraps = range []bool{false, true} {
			out, err := t.apply(rec)
			if err != nil {
				fmt.Println(err)
				continue
			}
			fmt.Println(out.Column(1))
			out.Release()
		}
		rec.Release()
	}
}
