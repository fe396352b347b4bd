package lentcolumns

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The columns go with their record.
func best(mem memory.Allocator) (int64, error) {
	rec := batch(mem, 20)
	ids, scores, err := columns(rec)
	if err != nil {
		rec.Release()
		return 0, err
	}
	rec.Release()
	for i := range ids.Len() { // want "use-after-release: "
		if scores.Value(i) > 1 {
			return ids.Value(i), nil
		}
	}
	return 0, nil
}

// The column is asked for its length.
func size(mem memory.Allocator) int {
	rec := batch(mem, 3)
	ids := rec.Column(0)
	rec.Release()
	return ids.Len() // want "use-after-release: "
}

// It is found by its name.
func count(mem memory.Allocator, name string) int {
	rec := batch(mem, 3)
	col := named(rec, name)
	rec.Release()
	if col == nil {
		return 0
	}
	return col.Len() // want "use-after-release: "
}

// The column is returned, and goes before it is read.
func first(mem memory.Allocator) *array.Int64 {
	rec := batch(mem, 3)
	defer rec.Release()
	return rec.Column(0).(*array.Int64) // want "escape: "
}

// All columns go with their record.
func total(mem memory.Allocator) (n int) {
	rec := batch(mem, 3)
	cols := rec.Columns()
	rec.Release()
	for _, col := range cols { // want "use-after-release: "
		n += col.Len()
	}
	return n
}

var _ arrow.Array
