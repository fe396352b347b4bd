package slicelengths

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// The slice is lost if the caller wants no more.
func headUnless(rec arrow.RecordBatch, n int64, stop bool) int64 {
	head := rec.NewSlice(0, n) // want "leak: "
	if stop {
		return 0
	}
	rows := head.NumRows()
	head.Release()
	return rows
}

// The slice is lost on each path.
func rowsOf(arr arrow.Array, n int64) int {
	head := array.NewSlice(arr, 0, n) // want "leak: "
	return head.Len()
}

// The slice is used after its release.
func lateRows(rec arrow.RecordBatch, n int64) int64 {
	head := rec.NewSlice(0, n)
	head.Release()
	return head.NumRows() // want "use-after-release: "
}
