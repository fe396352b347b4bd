package columnlists

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Both columns are released.
func columns(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	fill(b, values)
	first := b.NewInt64Array()
	defer first.Release()
	second := b.NewInt64Array()
	defer second.Release()
	cols := []arrow.Array{first, second}
	return array.NewRecord(schema, cols, int64(len(values)))
}

// A loop over the list releases them.
func byLoop(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	cols := []arrow.Array{b.NewArray(), b.NewArray()}
	rec := array.NewRecord(schema, cols, int64(len(values)))
	for _, c := range cols {
		c.Release()
	}
	return rec
}

// A deferred loop does.
func byDeferredLoop(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	cols := []arrow.Array{b.NewArray(), b.NewArray()}
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	return array.NewRecord(schema, cols, int64(len(values)))
}

// A function does.
func byFunction(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	cols := []arrow.Array{b.NewArray(), b.NewArray()}
	defer releaseAll(cols)
	return array.NewRecord(schema, cols, int64(len(values)))
}

func releaseAll(cols []arrow.Array) {
	for _, c := range cols {
		c.Release()
	}
}

// The list goes to the caller as well.
func withColumns(mem memory.Allocator, values []int64) (arrow.RecordBatch, []arrow.Array) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	cols := []arrow.Array{b.NewArray(), b.NewArray()}
	return array.NewRecord(schema, cols, int64(len(values))), cols
}

type batch struct{ cols []arrow.Array }

// The list is kept.
func (k *batch) build(mem memory.Allocator, values []int64) arrow.RecordBatch {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	k.cols = []arrow.Array{b.NewArray(), b.NewArray()}
	return array.NewRecord(schema, k.cols, int64(len(values)))
}

// The columns are of a helper that is given a function.
func ofHelper(mem memory.Allocator, values []int64) arrow.RecordBatch {
	first := column(mem, values, func(v int64) int64 { return v })
	defer first.Release()
	second := column(mem, values, func(v int64) int64 { return 2 * v })
	defer second.Release()
	return array.NewRecord(schema, []arrow.Array{first, second}, int64(len(values)))
}
