// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// build returns a column that the caller releases.
func build(mem memory.Allocator, values []int64, nulls map[int]bool) *array.Int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(len(values))
	for i, v := range values {
		if nulls[i] {
			b.AppendNull()
			continue
		}
		b.Append(v)
	}
	return b.NewInt64Array()
}

func sum(a arrow.Array) (int64, error) {
	col, ok := a.(*array.Int64)
	if !ok {
		return 0, errors.New("not an int64 column: " + a.DataType().Name())
	}
	var total int64
	for i := range col.Len() {
		if col.IsValid(i) {
			total += col.Value(i)
		}
	}
	return total, nil
}

// merge sums two columns and the middle of the result.
func merge(mem memory.Allocator, left, right arrow.Array) (all, middle int64, err error) {
	whole, err := array.Concatenate([]arrow.Array{left, right}, mem)
	if err != nil {
		return 0, 0, err
	}
	defer whole.Release()
	if all, err = sum(whole); err != nil {
		return 0, 0, err
	}
	if whole.Len() < 3 {
		return all, 0, nil
	}
	part := array.NewSlice(whole, 1, int64(whole.Len()-1))
	defer part.Release()
	middle, err = sum(part)
	return all, middle, err
}

func names(mem memory.Allocator, values ...string) *array.String {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewStringArray()
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	a := build(mem, []int64{1, 2, 3}, map[int]bool{1: true})
	b := build(mem, []int64{10, 20}, nil)
	n := names(mem, "x", "y")
	fmt.Println(merge(mem, a, b))
	fmt.Println(merge(mem, a, n))
	fmt.Println(merge(mem, n, n))
	for _, x := range []arrow.Array{a, b, n} {
		x.Release()
	}
	if left := mem.CurrentAlloc(); left != 0 {
		panic(fmt.Sprint(left, " bytes are left"))
	}
}
