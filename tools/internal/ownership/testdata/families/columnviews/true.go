package columnviews

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The record that has the column is released.
func column(mem memory.Allocator) (arrow.Array, error) {
	rec := read(mem)
	defer rec.Release()
	col, err := first(rec)
	if err != nil {
		return nil, err
	}
	return col, nil // want "escape: "
}

// The column is read after its record was released.
func length(mem memory.Allocator) int {
	rec := read(mem)
	col, err := first(rec)
	rec.Release()
	if err != nil {
		return 0
	}
	return col.Len() // want "use-after-release: "
}

// In one function.
func direct(mem memory.Allocator) arrow.Array {
	rec := read(mem)
	defer rec.Release()
	return rec.Column(0) // want "escape: "
}

// The batch came from an interface.
func lengthOf(from batches) (int, error) {
	batch, err := from.Next()
	if err != nil {
		return 0, err
	}
	col := batch.Column(0)
	batch.Release()
	return col.Len(), nil // want "use-after-release: "
}
