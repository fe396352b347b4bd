// truth: leak line 60,62 hard

// Command rowloader converts rows of text into typed columns and loads them as
// one batch.
package main

import (
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type loader struct {
	mem    memory.Allocator
	schema *arrow.Schema
	loaded int64
}

// column converts one column; the caller owns the result.
func (l *loader) column(i int, rows [][]string) (arrow.Array, error) {
	field := l.schema.Field(i)
	b := array.NewBuilder(l.mem, field.Type)
	defer b.Release()
	for n, row := range rows {
		cell := row[i]
		if cell == "" && field.Nullable {
			b.AppendNull()
			continue
		}
		var err error
		switch b := b.(type) {
		case *array.StringBuilder:
			b.Append(cell)
		case *array.Int64Builder:
			var v int64
			if v, err = strconv.ParseInt(cell, 10, 64); err == nil {
				b.Append(v)
			}
		case *array.BooleanBuilder:
			var v bool
			if v, err = strconv.ParseBool(cell); err == nil {
				b.Append(v)
			}
		default:
			err = fmt.Errorf("type %s is not supported", field.Type)
		}
		if err != nil {
			return nil, fmt.Errorf("row %d, column %s: %w", n, field.Name, err)
		}
	}
	return b.NewArray(), nil
}

func (l *loader) columns(rows [][]string) ([]arrow.Array, error) {
	cols := make([]arrow.Array, 0, l.schema.NumFields())
	for i := range l.schema.NumFields() {
		col, err := l.column(i, rows)
		if err != nil {
			return nil, err
		}
		cols = append(cols, col)
	}
	return cols, nil
}

func (l *loader) load(rows [][]string) error {
	for n, row := range rows {
		if len(row) != l.schema.NumFields() {
			return fmt.Errorf("row %d has %d cells", n, len(row))
		}
	}
	cols, err := l.columns(rows)
	if err != nil {
		return err
	}
	batch := array.NewRecordBatch(l.schema, cols, int64(len(rows)))
	defer batch.Release()
	for _, col := range cols {
		col.Release()
	}
	for i, col := range batch.Columns() {
		fmt.Println(batch.ColumnName(i), col)
	}
	l.loaded += batch.NumRows()
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	l := &loader{mem: mem, schema: arrow.NewSchema([]arrow.Field{
		{Name: "name", Type: arrow.BinaryTypes.String},
		{Name: "size", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "dir", Type: arrow.FixedWidthTypes.Boolean},
	}, nil)}
	inputs := [][][]string{
		{{"bin", "4096", "true"}, {"vmlinuz", "", "false"}},
		{{"etc", "4096"}},
		{{"tmp", "4096", "true"}, {"swap", "1024", "maybe"}},
	}
	for _, rows := range inputs {
		if err := l.load(rows); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(l.loaded, "rows loaded,", mem.CurrentAlloc(), "bytes in use")
}
