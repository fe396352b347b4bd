package columnviews

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The column has a reference of its own.
func retained(mem memory.Allocator) arrow.Array {
	rec := read(mem)
	defer rec.Release()
	return firstRetained(rec)
}

// The caller retains it.
func retainedHere(mem memory.Allocator) (arrow.Array, error) {
	rec := read(mem)
	defer rec.Release()
	col, err := first(rec)
	if err != nil {
		return nil, err
	}
	col.Retain()
	return col, nil
}

// The function has the column itself, too.
func shared(mem memory.Allocator) int {
	col := ids(mem)
	defer col.Release()
	rec := array.NewRecordBatch(schema, []arrow.Array{col}, 1)
	same := rec.Column(0)
	rec.Release()
	return same.Len()
}

// The column of the batch is retained.
func retainedOf(from batches) (int, error) {
	batch, err := from.Next()
	if err != nil {
		return 0, err
	}
	col := batch.Column(0)
	col.Retain()
	defer col.Release()
	batch.Release()
	return col.Len(), nil
}
