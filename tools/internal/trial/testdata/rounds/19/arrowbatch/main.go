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
	{Name: "device", Type: arrow.BinaryTypes.String},
	{Name: "value", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type reading struct {
	device string
	value  float64
}

var errEmpty = errors.New("no readings")

// toRecord returns a record that the caller releases.
func toRecord(mem memory.Allocator, rs []reading) (arrow.Record, error) {
	if len(rs) == 0 {
		return nil, errEmpty
	}
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for i, r := range rs {
		if r.device == "" {
			return nil, fmt.Errorf("reading %d has no device", i)
		}
		b.Field(0).(*array.StringBuilder).Append(r.device)
		b.Field(1).(*array.Float64Builder).Append(r.value)
	}
	return b.NewRecord(), nil
}

// history keeps the latest records.
type history struct {
	records []arrow.Record
	max     int
}

func (h *history) add(rec arrow.Record) {
	rec.Retain()
	h.records = append(h.records, rec)
	if len(h.records) > h.max {
		h.records[0].Release()
		h.records = append(h.records[:0], h.records[1:]...)
	}
}

// column concatenates a column of all records. The caller releases it.
func (h *history) column(mem memory.Allocator, i int) (arrow.Array, error) {
	cols := make([]arrow.Array, 0, len(h.records))
	for _, r := range h.records {
		cols = append(cols, r.Column(i))
	}
	return array.Concatenate(cols, mem)
}

func (h *history) close() {
	for _, r := range h.records {
		r.Release()
	}
	h.records = nil
}

func sum(values arrow.Array) (total float64) {
	f := values.(*array.Float64)
	for i := range f.Len() {
		total += f.Value(i)
	}
	return total
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	h := &history{max: 2}
	batches := [][]reading{
		{{"a", 1}, {"b", 2}}, nil, {{"c", 3}}, {{"", 9}}, {{"d", 4}, {"e", 5}},
	}
	for _, rs := range batches {
		rec, err := toRecord(mem, rs)
		if err != nil {
			fmt.Println("skipped:", err)
			continue
		}
		h.add(rec)
		rec.Release()
	}
	col, err := h.column(mem, 1)
	if err != nil {
		panic(err)
	}
	h.close()
	fmt.Println(sum(col))
	col.Release()
	fmt.Println(mem.CurrentAlloc())
}
