// truth: double-release line 91 hard

// Command joincols parses delimited text into Arrow columns and drops those
// that are empty or of the wrong type.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errRagged = errors.New("rows differ in length")

type Table struct {
	fields []arrow.Field
	cols   []arrow.Array
}

// column returns the cells as an integer column if they are all integers, and
// else as text.
func column(mem memory.Allocator, cells []string) arrow.Array {
	ints := array.NewInt64Builder(mem)
	defer ints.Release()
	for _, c := range cells {
		if c == "" {
			ints.AppendNull()
			continue
		}
		n, err := strconv.ParseInt(c, 10, 64)
		if err != nil {
			text := array.NewStringBuilder(mem)
			defer text.Release()
			text.AppendValues(cells, nil)
			return text.NewArray()
		}
		ints.Append(n)
	}
	return ints.NewArray()
}

func split(text string) (names []string, cells [][]string, err error) {
	for line := range strings.Lines(text) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		if names == nil {
			names = row
			cells = make([][]string, len(row))
			continue
		}
		if len(row) != len(names) {
			return nil, nil, errRagged
		}
		for i, c := range row {
			cells[i] = append(cells[i], c)
		}
	}
	if names == nil {
		return nil, nil, errors.New("no header")
	}
	return names, cells, nil
}

// Parse returns a record batch that the caller releases. Columns whose names are
// in want must be integers.
func Parse(mem memory.Allocator, text string, want map[string]bool) (arrow.RecordBatch, error) {
	names, cells, err := split(text)
	if err != nil {
		return nil, err
	}
	var cols []arrow.Array
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	for i := range names {
		cols = append(cols, column(mem, cells[i]))
	}
	var t Table
	for i, name := range names {
		c := cols[i]
		if want[name] && c.DataType().ID() != arrow.INT64 {
			return nil, fmt.Errorf("column %s is %s", name, c.DataType())
		}
		if c.NullN() == c.Len() {
			c.Release()
			continue
		}
		t.fields = append(t.fields, arrow.Field{Name: name, Type: c.DataType(), Nullable: true})
		t.cols = append(t.cols, c)
	}
	rows := int64(len(cells[0]))
	return array.NewRecordBatch(arrow.NewSchema(t.fields, nil), t.cols, rows), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, text := range []string{
		"id|name|note\n1|ann|\n2|bob|\n",
		"id|name\n1|ann\nx|bob\n",
		"id|name\n1\n",
		"id|name|age\n1|ann|30\n2|bob|\n",
		"",
	} {
		rec, err := Parse(mem, text, map[string]bool{"id": true})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumCols(), rec.NumRows(), rec.ColumnName(int(rec.NumCols())-1))
		rec.Release()
	}
	fmt.Println(mem.CurrentAlloc())
}
