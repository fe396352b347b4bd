// Package columnlists has lists of columns that are made for a record. The record retains
// its columns.
package columnlists

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errEmpty = errors.New("empty")

var schema = arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int64}, {Name: "b", Type: arrow.PrimitiveTypes.Int64}}, nil)

func fill(b *array.Int64Builder, values []int64) {
	for _, v := range values {
		b.Append(v)
	}
}

func column(mem memory.Allocator, values []int64, of func(int64) int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for _, v := range values {
		b.Append(of(v))
	}
	return b.NewArray()
}
