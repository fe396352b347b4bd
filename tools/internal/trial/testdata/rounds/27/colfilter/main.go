// truth: correct

// Colfilter evaluates predicates over Arrow columns, and gathers the rows that
// pass into new columns.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type predicate func(batch arrow.RecordBatch, row int) bool

type engine struct{ alloc memory.Allocator }

func (e *engine) int64s(values ...int64) arrow.Array {
	b := array.NewInt64Builder(e.alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewArray()
}

func (e *engine) strings(values ...string) arrow.Array {
	b := array.NewStringBuilder(e.alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewArray()
}

// batch takes the columns over.
func (e *engine) batch(names []string, columns ...arrow.Array) arrow.RecordBatch {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = arrow.Field{Name: names[i], Type: c.DataType()}
		defer c.Release()
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), columns, int64(columns[0].Len()))
}

// take returns a new column with the given rows.
func (e *engine) take(column arrow.Array, rows []int) (arrow.Array, error) {
	switch c := column.(type) {
	case *array.Int64:
		picked := make([]int64, len(rows))
		for i, row := range rows {
			picked[i] = c.Value(row)
		}
		return e.int64s(picked...), nil
	case *array.String:
		picked := make([]string, len(rows))
		for i, row := range rows {
			picked[i] = c.Value(row)
		}
		return e.strings(picked...), nil
	}
	return nil, fmt.Errorf("take: no kernel for %s", column.DataType())
}

// filter borrows the batch and returns a new one, or the batch itself with
// another reference if all rows pass.
func (e *engine) filter(batch arrow.RecordBatch, pass predicate) (arrow.RecordBatch, error) {
	var rows []int
	for row := range int(batch.NumRows()) {
		if pass(batch, row) {
			rows = append(rows, row)
		}
	}
	if len(rows) == int(batch.NumRows()) {
		batch.Retain()
		return batch, nil
	}
	columns := make([]arrow.Array, 0, batch.NumCols())
	defer func() {
		for _, c := range columns {
			c.Release()
		}
	}()
	for _, column := range batch.Columns() {
		c, err := e.take(column, rows)
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return array.NewRecordBatch(batch.Schema(), columns, int64(len(rows))), nil
}

func show(batch arrow.RecordBatch, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	defer batch.Release()
	fmt.Println(batch.NumRows(), batch.Columns())
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	e := &engine{alloc}
	batch := e.batch([]string{"id", "city"}, e.int64s(1, 2, 3, 4), e.strings("Oslo", "Rome", "Oslo", "Bern"))
	show(e.filter(batch, func(b arrow.RecordBatch, row int) bool { return b.Column(1).(*array.String).Value(row) == "Oslo" }))
	show(e.filter(batch, func(b arrow.RecordBatch, row int) bool { return b.Column(0).(*array.Int64).Value(row) > 0 }))
	batch.Release()

	flags := array.NewBooleanBuilder(alloc)
	flags.AppendValues([]bool{true, false}, nil)
	odd := e.batch([]string{"id", "flag"}, e.int64s(7, 8), flags.NewArray())
	flags.Release()
	show(e.filter(odd, func(_ arrow.RecordBatch, row int) bool { return row == 0 }))
	odd.Release()
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
