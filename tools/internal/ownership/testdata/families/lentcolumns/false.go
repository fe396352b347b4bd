package lentcolumns

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The record is released last.
func bestOf(mem memory.Allocator) (int64, error) {
	rec := batch(mem, 20)
	defer rec.Release()
	ids, scores, err := columns(rec)
	if err != nil {
		return 0, err
	}
	for i := range ids.Len() {
		if scores.Value(i) > 1 {
			return ids.Value(i), nil
		}
	}
	return 0, nil
}

// The column was retained.
func sizeOf(mem memory.Allocator) int {
	rec := batch(mem, 3)
	ids := rec.Column(0)
	ids.Retain()
	rec.Release()
	n := ids.Len()
	ids.Release()
	return n
}

// The column was retained by the callee.
func countOf(mem memory.Allocator) int {
	rec := batch(mem, 3)
	ids := owned(rec)
	rec.Release()
	defer ids.Release()
	return ids.Len()
}

// The new record has the columns, too.
func project(mem memory.Allocator) arrow.RecordBatch {
	rec := batch(mem, 3)
	defer rec.Release()
	return array.NewRecordBatch(schema, []arrow.Array{rec.Column(0), rec.Column(1)}, rec.NumRows())
}

// The reader keeps the record with its column.
func open(mem memory.Allocator) *reader {
	rec := batch(mem, 3)
	return &reader{rec: rec, ids: rec.Column(0).(*array.Int64)}
}
