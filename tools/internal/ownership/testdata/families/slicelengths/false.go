package slicelengths

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// The last batch is cut, and has a row at least. The others may be empty.
func upTo(parts <-chan part, limit int64, yield func(arrow.RecordBatch) bool) {
	total := int64(0)
	for p := range parts {
		rec := p.batch
		if limit > 0 {
			if total >= limit {
				rec.Release()
				return
			} else if total+rec.NumRows() > limit {
				defer rec.Release()
				rec = rec.NewSlice(0, limit-total)
			}
		}
		if rec.NumRows() == 0 {
			continue
		}
		if !yield(rec) {
			return
		}
		total += rec.NumRows()
	}
}

// There are rows left.
func rest(rec arrow.RecordBatch, from int64, yield func(arrow.RecordBatch)) {
	if from >= rec.NumRows() {
		return
	}
	tail := rec.NewSlice(from, rec.NumRows())
	if tail.NumRows() > 0 {
		yield(tail)
	}
}

// The slice is released if it has something, and it has.
func sum(arr arrow.Array, n int64) int {
	if n <= 0 {
		return 0
	}
	head := array.NewSlice(arr, 0, n)
	if head.Len() == 0 {
		return 0
	}
	defer head.Release()
	return head.Len()
}
