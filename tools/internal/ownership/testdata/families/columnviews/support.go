// Package columnviews takes columns out of records of Arrow, which own them.
package columnviews

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var (
	schema    = arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64}}, nil)
	errColumn = errors.New("no such column")
)

func read(mem memory.Allocator) arrow.RecordBatch {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	return b.NewRecordBatch()
}

func ids(mem memory.Allocator) *array.Int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Append(1)
	return b.NewInt64Array()
}

func first(rec arrow.RecordBatch) (*array.Int64, error) {
	col, ok := rec.Column(0).(*array.Int64)
	if !ok {
		return nil, errColumn
	}
	return col, nil
}

func firstRetained(rec arrow.RecordBatch) *array.Int64 {
	col := rec.Column(0).(*array.Int64)
	col.Retain()
	return col
}

type batches interface {
	// Next returns a batch that the caller releases.
	Next() (arrow.RecordBatch, error)
}
