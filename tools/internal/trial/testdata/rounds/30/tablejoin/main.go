// truth: double-release line 76 callee

// Command tablejoin assembles a table from columns that are computed one by
// one: keys, looked-up values and a flag.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type assembler struct {
	fields []arrow.Field
	cols   []arrow.Array
	rows   int64
}

// add takes the column over.
func (a *assembler) add(name string, col arrow.Array) error {
	if len(a.cols) > 0 && int64(col.Len()) != a.rows {
		defer col.Release()
		return fmt.Errorf("column %s has %d rows, want %d", name, col.Len(), a.rows)
	}
	a.rows = int64(col.Len())
	a.fields = append(a.fields, arrow.Field{Name: name, Type: col.DataType(), Nullable: true})
	a.cols = append(a.cols, col)
	return nil
}

// finish returns the record, which the caller must release.
func (a *assembler) finish() arrow.RecordBatch {
	defer a.release()
	return array.NewRecordBatch(arrow.NewSchema(a.fields, nil), a.cols, a.rows)
}

func (a *assembler) release() {
	for _, col := range a.cols {
		col.Release()
	}
	a.cols, a.fields = nil, nil
}

func keyColumn(mem memory.Allocator, keys []int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(keys, nil)
	return b.NewArray()
}

func lookupColumn(mem memory.Allocator, keys []int64, names map[int64]string) arrow.Array {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, key := range keys {
		if key < 0 { // deleted
			continue
		}
		if name, ok := names[key]; ok {
			b.Append(name)
		} else {
			b.AppendNull()
		}
	}
	return b.NewArray()
}

func join(mem memory.Allocator, keys []int64, names map[int64]string) (arrow.RecordBatch, error) {
	a := new(assembler)
	if err := a.add("key", keyColumn(mem, keys)); err != nil {
		return nil, err
	}
	values := lookupColumn(mem, keys, names)
	if err := a.add("value", values); err != nil {
		values.Release()
		a.release()
		return nil, err
	}
	return a.finish(), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	names := map[int64]string{1: "one", 3: "three"}
	for _, keys := range [][]int64{{1, 2, 3}, {}, {1, -2}, {3}} {
		rec, err := join(mem, keys, names)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumRows(), rec.NumCols(), rec.Column(1).NullN())
		rec.Release()
	}
	fmt.Println(mem.CurrentAlloc())
}
