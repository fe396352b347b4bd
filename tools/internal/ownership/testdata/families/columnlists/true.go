package columnlists

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The second column is never released.
func lostColumn(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	first := b.NewInt64Array()
	defer first.Release()
	fill(b, values)
	second := b.NewInt64Array() // want "leak: "
	cols := []arrow.Array{first, second}
	return array.NewRecord(schema, cols, int64(len(values)))
}

// In the call itself.
func lostInCall(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	col := b.NewArray() // want "leak: "
	return array.NewRecord(schema, []arrow.Array{col, col}, int64(col.Len()))
}

// An element that is set.
func lostElement(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	cols := make([]arrow.Array, 2)
	col := b.NewArray()
	defer col.Release()
	cols[0] = col
	cols[1] = b.NewArray() // want "leak: "
	return array.NewRecord(schema, cols, int64(len(values)))
}

// Only the error path forgets it.
func lostIfEmpty(mem memory.Allocator, values []int64) (arrow.RecordBatch, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	col := b.NewInt64Array() // want "leak: "
	rec := array.NewRecord(schema, []arrow.Array{col, col}, int64(len(values)))
	if len(values) == 0 {
		rec.Release()
		return nil, errEmpty
	}
	col.Release()
	return rec, nil
}

// The column is appended.
func lostAppended(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	cols := make([]arrow.Array, 0, 2)
	cols = append(cols, b.NewArray()) // want "leak: "
	return array.NewRecord(schema, cols, int64(len(values)))
}

// The column is read, and nothing else.
func lostRead(mem memory.Allocator, values []int64) (arrow.RecordBatch, int) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	col := b.NewInt64Array() // want "leak: "
	cols := append([]arrow.Array(nil), col)
	return array.NewRecord(schema, cols, int64(len(cols))), col.NullN()
}

// The column is of a helper that is given a function.
func lostOfHelper(mem memory.Allocator, values []int64) arrow.RecordBatch {
	first := column(mem, values, func(v int64) int64 { return v })
	defer first.Release()
	second := column(mem, values, func(v int64) int64 { return 2 * v }) // want "leak: "
	return array.NewRecord(schema, []arrow.Array{first, second}, int64(len(values)))
}
