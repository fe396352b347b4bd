// Package lentcolumns has columns of records, which belong to the records.
package lentcolumns

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{{Name: "id"}, {Name: "score"}}, nil)

func batch(mem memory.Allocator, n int) arrow.RecordBatch {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for i := range n {
		b.Field(0).(*array.Int64Builder).Append(int64(i))
		b.Field(1).(*array.Float64Builder).Append(float64(i))
	}
	return b.NewRecordBatch()
}

// columns returns the typed columns of a batch.
func columns(rec arrow.RecordBatch) (*array.Int64, *array.Float64, error) {
	ids, ok := rec.Column(0).(*array.Int64)
	if !ok {
		return nil, nil, fmt.Errorf("id has type %s", rec.Column(0).DataType())
	}
	scores, ok := rec.Column(1).(*array.Float64)
	if !ok {
		return nil, nil, fmt.Errorf("score has type %s", rec.Column(1).DataType())
	}
	return ids, scores, nil
}

// owned returns a column that the caller releases.
func owned(rec arrow.RecordBatch) *array.Int64 {
	ids := rec.Column(0).(*array.Int64)
	ids.Retain()
	return ids
}

func named(rec arrow.RecordBatch, name string) arrow.Array {
	for i, f := range rec.Schema().Fields() {
		if f.Name == name {
			return rec.Column(i)
		}
	}
	return nil
}

type reader struct {
	rec arrow.RecordBatch
	ids *array.Int64
}
