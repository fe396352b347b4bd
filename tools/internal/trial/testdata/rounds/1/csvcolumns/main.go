// truth: leak line 59,64 hard

// Command csvcolumns reads a table of text into a record batch of numbers.
package main

import (
	"fmt"
	"log"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type table struct {
	names []string
	rows  [][]string
}

func split(text string) table {
	var t table
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		fields := strings.Split(line, ",")
		if i == 0 {
			t.names = fields
			continue
		}
		t.rows = append(t.rows, fields)
	}
	return t
}

// newColumn returns column i, which the caller releases.
func newColumn(mem memory.Allocator, t table, i int) (arrow.Array, error) {
	b := array.NewFloat64Builder(mem)
	defer b.Release()
	for n, row := range t.rows {
		if row[i] == "" {
			b.AppendNull()
			continue
		}
		v, err := strconv.ParseFloat(row[i], 64)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", n, err)
		}
		b.Append(v)
	}
	return b.NewArray(), nil
}

// NewBatch returns a batch that the caller releases.
func NewBatch(mem memory.Allocator, text string) (arrow.RecordBatch, error) {
	t := split(text)
	fields := make([]arrow.Field, len(t.names))
	columns := make([]arrow.Array, 0, len(t.names))
	for i, name := range t.names {
		column, err := newColumn(mem, t, i)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", name, err)
		}
		fields[i] = arrow.Field{Name: name, Type: column.DataType(), Nullable: true}
		columns = append(columns, column)
	}
	batch := array.NewRecordBatch(arrow.NewSchema(fields, nil), columns, int64(len(t.rows)))
	for _, column := range columns {
		column.Release()
	}
	return batch, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	batch, err := NewBatch(mem, "x,y\n1,2\n3,\n5,6\n")
	if err != nil || batch.NumRows() != 3 || batch.Column(1).NullN() != 1 {
		log.Fatal(batch, err)
	}
	fmt.Println(batch.Schema().Field(1).Name, batch.NumCols())
	batch.Release()
	if n := mem.CurrentAlloc(); n != 0 {
		log.Fatal("bytes in use: ", n)
	}
	if _, err := NewBatch(mem, "x,y\n1,2\n3,four\n"); err == nil {
		log.Fatal("no error")
	}
	if n := mem.CurrentAlloc(); n != 0 {
		log.Fatal("bytes in use after an error: ", n)
	}
}
