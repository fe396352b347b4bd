// Package arrow holds the cases for the counted objects of Apache Arrow.
package arrow

import (
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errEmpty = errors.New("no rows")

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "name", Type: arrow.BinaryTypes.String},
}, nil)

var idSchema = arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64}}, nil)

type row struct {
	id   int64
	name string
}

// newRecord returns a record that the caller must release.
func newRecord(mem memory.Allocator, rows []row) arrow.Record {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for _, r := range rows {
		b.Field(0).(*array.Int64Builder).Append(r.id)
		b.Field(1).(*array.StringBuilder).Append(r.name)
	}
	return b.NewRecord()
}

// loadRecord returns a record that the caller must release, or an error.
func loadRecord(mem memory.Allocator, rows []row) (arrow.Record, error) {
	if len(rows) == 0 {
		return nil, errEmpty
	}
	return newRecord(mem, rows), nil
}

// upload reads the record; it keeps nothing.
func upload(rec arrow.Record) error {
	if rec.NumRows() == 0 {
		return errEmpty
	}
	_, err := fmt.Println(rec.NumRows(), rec.ColumnName(0))
	return err
}

func sum(values []int64) (total int64) {
	for _, v := range values {
		total += v
	}
	return total
}

// window keeps the last record that it was shown.
type window struct {
	mu   sync.Mutex
	last arrow.Record
}
