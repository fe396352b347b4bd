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
	{Name: "series", Type: arrow.BinaryTypes.String},
	{Name: "value", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
}, nil)

var errSchema = errors.New("unexpected schema")

// head keeps the newest records of a metric store.
type head struct {
	mem  memory.Allocator
	max  int
	recs []arrow.Record
}

// append takes rec over.
func (h *head) append(rec arrow.Record) error {
	if !rec.Schema().Equal(schema) {
		rec.Release()
		return errSchema
	}
	h.recs = append(h.recs, rec)
	if len(h.recs) > h.max {
		h.recs[0].Release()
		h.recs[0] = nil
		h.recs = h.recs[1:]
	}
	return nil
}

func (h *head) close() {
	for _, rec := range h.recs {
		rec.Release()
	}
	h.recs = nil
}

// values returns the value columns of all records, with references for the caller.
func (h *head) values() []arrow.Array {
	cols := make([]arrow.Array, 0, len(h.recs))
	for _, rec := range h.recs {
		col := rec.Column(1)
		col.Retain()
		cols = append(cols, col)
	}
	return cols
}

// merged returns the values of all records in one array.
func (h *head) merged() (*array.Int64, error) {
	cols := h.values()
	defer func() {
		for _, col := range cols {
			col.Release()
		}
	}()
	if len(cols) == 0 {
		return nil, errors.New("no data")
	}
	all, err := array.Concatenate(cols, h.mem)
	if err != nil {
		return nil, err
	}
	return all.(*array.Int64), nil
}

// above returns a copy of the values that are larger than a limit.
func (h *head) above(limit int64) (*array.Int64, error) {
	all, err := h.merged()
	if err != nil {
		return nil, err
	}
	defer all.Release()
	b := array.NewInt64Builder(h.mem)
	defer b.Release()
	for i := range all.Len() {
		if all.IsValid(i) && all.Value(i) > limit {
			b.Append(all.Value(i))
		}
	}
	return b.NewInt64Array(), nil
}

func record(mem memory.Allocator, sch *arrow.Schema, from int) arrow.Record {
	b := array.NewRecordBuilder(mem, sch)
	defer b.Release()
	for i := range 4 {
		b.Field(0).(*array.StringBuilder).Append(fmt.Sprint("s", i))
		if i == 2 {
			b.Field(1).AppendNull()
			continue
		}
		b.Field(1).(*array.Int64Builder).Append(int64(from + i))
	}
	return b.NewRecord()
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	h := &head{mem: mem, max: 3}
	if _, err := h.above(0); err != nil {
		fmt.Println(err)
	}
	for i := range 5 {
		if err := h.append(record(mem, schema, i*10)); err != nil {
			fmt.Println(err)
		}
	}
	other := arrow.NewSchema(append(schema.Fields(), arrow.Field{Name: "x", Type: arrow.BinaryTypes.String}), nil)
	b := array.NewRecordBuilder(mem, other)
	fmt.Println(h.append(b.NewRecord()))
	b.Release()

	top, err := h.above(30)
	h.close()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(top)
	top.Release()
	fmt.Println(mem.CurrentAlloc())
}
