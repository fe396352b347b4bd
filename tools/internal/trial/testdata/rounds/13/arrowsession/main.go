// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "cell", Type: arrow.BinaryTypes.String},
	{Name: "bytes", Type: arrow.PrimitiveTypes.Int64},
}, nil)

type usage struct {
	cell  string
	bytes int64
}

var errOverflow = errors.New("usage: counter overflow")

// A writer cuts rows into records of a fixed size.
type writer struct {
	rb   *array.RecordBuilder
	rows int
	max  int
	out  []arrow.Record
}

func newWriter(mem memory.Allocator, max int) *writer {
	return &writer{rb: array.NewRecordBuilder(mem, schema), max: max}
}

func (w *writer) append(u usage) error {
	if u.bytes < 0 {
		return errOverflow
	}
	w.rb.Field(0).(*array.StringBuilder).Append(u.cell)
	w.rb.Field(1).(*array.Int64Builder).Append(u.bytes)
	if w.rows++; w.rows == w.max {
		w.cut()
	}
	return nil
}

func (w *writer) cut() {
	if w.rows > 0 {
		w.out = append(w.out, w.rb.NewRecord())
		w.rows = 0
	}
}

// table hands all records over to a table.
func (w *writer) table() arrow.Table {
	w.cut()
	t := array.NewTableFromRecords(schema, w.out)
	w.drop()
	return t
}

func (w *writer) drop() {
	for i, r := range w.out {
		r.Release()
		w.out[i] = nil
	}
	w.out = w.out[:0]
}

func (w *writer) close() {
	w.drop()
	w.rb.Release()
}

func load(mem memory.Allocator, rows []usage) (arrow.Table, error) {
	w := newWriter(mem, 2)
	defer w.close()
	for i, u := range rows {
		if err := w.append(u); err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
	}
	return w.table(), nil
}

func sum(t arrow.Table) (total int64) {
	tr := array.NewTableReader(t, 3)
	defer tr.Release()
	for tr.Next() {
		for _, v := range tr.Record().Column(1).(*array.Int64).Int64Values() {
			total += v
		}
	}
	return total
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, rows := range [][]usage{
		{{"a", 10}, {"b", 20}, {"c", 30}, {"a", 1}, {"b", 2}},
		{{"a", 10}, {"b", 1}, {"x", -1}},
		{},
	} {
		t, err := load(mem, rows)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(t.NumRows(), sum(t))
		t.Release()
	}
	fmt.Println("left", mem.CurrentAlloc())
}
