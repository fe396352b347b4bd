// truth: leak line 35 plain

package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errOverflow = errors.New("values do not fit")

// column is what a reader of some format yields.
type column struct {
	name   string
	values []int64
	valid  []bool
}

// scale multiplies a column and returns its sum. Only for this it is worth to
// build an array: the kernels want one.
func scale(mem memory.Allocator, c column, factor, limit int64) (int64, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(len(c.values))
	for i, v := range c.values {
		if c.valid != nil && !c.valid[i] {
			b.AppendNull()
			continue
		}
		b.Append(v * factor)
	}
	scaled := b.NewInt64Array()
	sum := int64(0)
	for i, v := range scaled.Int64Values() {
		if scaled.IsNull(i) {
			continue
		}
		if v > limit {
			return 0, fmt.Errorf("column %s, row %d: %w", c.name, i, errOverflow)
		}
		sum += v
	}
	scaled.Release()
	return sum, nil
}

// longest returns the number of rows of the longest column.
func longest(mem memory.Allocator, columns []column) int {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	n := 0
	for _, c := range columns {
		b.AppendValues(c.values, c.valid)
		all := b.NewArray()
		n = max(n, all.Len())
		all.Release()
	}
	return n
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	columns := []column{
		{name: "a", values: []int64{1, 2, 3}},
		{name: "b", values: []int64{4, 5, 600}, valid: []bool{true, false, true}},
		{name: "c"},
	}
	fmt.Println(longest(mem, columns))
	for _, c := range columns {
		fmt.Println(scale(mem, c, 10, 1000))
	}
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are lost"))
	}
}
