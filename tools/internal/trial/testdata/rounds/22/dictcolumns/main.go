// truth: leak line 43,45 hard

// Command dictcolumns decodes columns by name and assembles records from those that are asked for.
package main

import (
	"fmt"
	"sort"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type source map[string][]string

func decode(pool memory.Allocator, name string, values []string) (arrow.Array, error) {
	b := array.NewStringBuilder(pool)
	defer b.Release()
	for i, v := range values {
		switch v {
		case "":
			b.AppendNull()
		case "?":
			return nil, fmt.Errorf("column %s: row %d is damaged", name, i)
		default:
			b.Append(v)
		}
	}
	return b.NewArray(), nil
}

func columns(pool memory.Allocator, src source, names []string) (map[string]arrow.Array, error) {
	cols := make(map[string]arrow.Array, len(names))
	for _, name := range names {
		values, ok := src[name]
		if !ok {
			continue
		}
		if _, ok := cols[name]; ok {
			continue
		}
		col, err := decode(pool, name, values)
		if err != nil {
			return nil, err
		}
		cols[name] = col
	}
	return cols, nil
}

func assemble(pool memory.Allocator, src source, names ...string) (arrow.Record, error) {
	cols, err := columns(pool, src, names)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	found := make([]string, 0, len(cols))
	for name := range cols {
		found = append(found, name)
	}
	sort.Strings(found)
	var fields []arrow.Field
	var data []arrow.Array
	rows := 0
	for i, name := range found {
		c := cols[name]
		if i > 0 && c.Len() != rows {
			return nil, fmt.Errorf("column %s has %d rows, not %d", name, c.Len(), rows)
		}
		rows = c.Len()
		fields = append(fields, arrow.Field{Name: name, Type: c.DataType(), Nullable: true})
		data = append(data, c)
	}
	return array.NewRecord(arrow.NewSchema(fields, nil), data, int64(rows)), nil
}

func main() {
	pool := memory.NewCheckedAllocator(memory.NewGoAllocator())
	src := source{"city": {"Ulm", "", "Bonn"}, "zip": {"89073", "1", "53111"}, "bad": {"x", "?"}, "short": {"y"}}
	for _, names := range [][]string{{"city", "zip"}, {"zip", "none"}, {"city", "short"}, {"city", "bad", "zip"}} {
		rec, err := assemble(pool, src, names...)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumCols(), rec.NumRows())
		rec.Release()
	}
	fmt.Println(pool.CurrentAlloc())
}
