// truth: leak line 21 plain
package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A loader makes columns of numbers out of text.
type loader struct {
	mem     memory.Allocator
	maxRows int
}

func (l *loader) column(text string) (*array.Int64, error) {
	builder := array.NewInt64Builder(l.mem)
	for i, cell := range strings.Split(text, ",") {
		if cell == "" {
			builder.AppendNull()
			continue
		}
		n, err := strconv.ParseInt(cell, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		builder.Append(n)
	}
	column := builder.NewInt64Array()
	builder.Release()
	return column, nil
}

func (l *loader) record(names []string, texts []string) (arrow.RecordBatch, error) {
	var fields []arrow.Field
	var columns []arrow.Array
	defer func() {
		for _, c := range columns {
			c.Release()
		}
	}()
	for i, text := range texts {
		c, err := l.column(text)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", names[i], err)
		}
		columns = append(columns, c)
		fields = append(fields, arrow.Field{Name: names[i], Type: c.DataType(), Nullable: true})
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), columns, int64(columns[0].Len())), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	l := &loader{mem: mem, maxRows: 10}
	rec, err := l.record([]string{"a", "b"}, []string{"1,2,3", "4,,6"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rec.NumRows(), rec.NumCols(), rec.Column(1).NullN())
	rec.Release()
	fmt.Println("bytes:", mem.CurrentAlloc())
	_, err = l.record([]string{"a", "b"}, []string{"1,2", "3,x"})
	fmt.Println(err)
	fmt.Println("bytes:", mem.CurrentAlloc())
}
