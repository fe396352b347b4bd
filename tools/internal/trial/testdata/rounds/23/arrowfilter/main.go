// truth: leak line 53 plain

// Command arrowfilter picks rows of a column by a mask.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var (
	errLength = errors.New("mask and column differ in length")
	errNone   = errors.New("no row is left")
)

func mask(alloc memory.Allocator, n int, keep func(int) bool) *array.Boolean {
	b := array.NewBooleanBuilder(alloc)
	defer b.Release()
	for i := range n {
		b.Append(keep(i))
	}
	return b.NewBooleanArray()
}

func column(alloc memory.Allocator, values ...float64) *array.Float64 {
	b := array.NewFloat64Builder(alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewFloat64Array()
}

// filter returns a new column with the rows that the mask selects.
func filter(alloc memory.Allocator, col *array.Float64, m *array.Boolean) (*array.Float64, error) {
	if col.Len() != m.Len() {
		return nil, errLength
	}
	b := array.NewFloat64Builder(alloc)
	defer b.Release()
	b.Reserve(col.Len())
	for i := range col.Len() {
		switch {
		case !m.Value(i):
		case col.IsNull(i):
			b.AppendNull()
		default:
			b.UnsafeAppend(col.Value(i))
		}
	}
	out := b.NewFloat64Array()
	if out.NullN() == out.Len() {
		return nil, errNone
	}
	return out, nil
}

type stats struct {
	n   int
	sum float64
}

func describe(a arrow.Array) (s stats) {
	for i := range a.Len() {
		s.n++
		s.sum += a.(*array.Float64).Value(i)
	}
	return s
}

func run(alloc memory.Allocator, n int, keep func(int) bool) (stats, error) {
	col := column(alloc, 1, 2, 3, 4, 5, 6)
	defer col.Release()
	m := mask(alloc, n, keep)
	defer m.Release()
	picked, err := filter(alloc, col, m)
	if err != nil {
		return stats{}, err
	}
	defer picked.Release()
	return describe(picked), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	fmt.Println(run(alloc, 6, func(i int) bool { return i%2 == 0 }))
	fmt.Println(run(alloc, 5, func(i int) bool { return true }))
	fmt.Println(run(alloc, 6, func(i int) bool { return false }))
	fmt.Println(alloc.CurrentAlloc())
}
