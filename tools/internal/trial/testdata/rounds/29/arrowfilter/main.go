// truth: correct

// Command arrowfilter filters columns by a predicate and concatenates what is
// left of several batches.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errType = errors.New("column is not int64")

type filter struct {
	alloc memory.Allocator
	keep  func(int64) bool
}

// apply returns a new array, which the caller owns if the error is nil. A
// column that passes as a whole is not copied.
func (f filter) apply(col arrow.Array) (arrow.Array, error) {
	ints, ok := col.(*array.Int64)
	if !ok {
		return nil, fmt.Errorf("%s: %w", col.DataType(), errType)
	}
	passed := 0
	for _, v := range ints.Int64Values() {
		if f.keep(v) {
			passed++
		}
	}
	if passed == ints.Len() {
		ints.Retain()
		return ints, nil
	}
	b := array.NewInt64Builder(f.alloc)
	defer b.Release()
	b.Reserve(passed)
	for _, v := range ints.Int64Values() {
		if f.keep(v) {
			b.UnsafeAppend(v)
		}
	}
	return b.NewArray(), nil
}

func releaseAll(arrays []arrow.Array) {
	for _, a := range arrays {
		a.Release()
	}
}

// combine filters all columns and joins the results.
func (f filter) combine(cols ...arrow.Array) (arrow.Array, error) {
	parts := make([]arrow.Array, 0, len(cols))
	defer func() { releaseAll(parts) }()
	for i, c := range cols {
		part, err := f.apply(c)
		if err != nil {
			return nil, fmt.Errorf("column %d: %w", i, err)
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		b := array.NewInt64Builder(f.alloc)
		defer b.Release()
		return b.NewArray(), nil
	}
	return array.Concatenate(parts, f.alloc)
}

func ints(alloc memory.Allocator, from, to int64) arrow.Array {
	b := array.NewInt64Builder(alloc)
	defer b.Release()
	for v := from; v < to; v++ {
		b.Append(v)
	}
	return b.NewArray()
}

func words(alloc memory.Allocator, w ...string) arrow.Array {
	b := array.NewStringBuilder(alloc)
	defer b.Release()
	b.AppendValues(w, nil)
	return b.NewArray()
}

func run(alloc memory.Allocator) error {
	a, b := ints(alloc, 0, 10), ints(alloc, 10, 14)
	defer a.Release()
	defer b.Release()
	names := words(alloc, "x", "y")
	defer names.Release()

	f := filter{alloc: alloc, keep: func(v int64) bool { return v%2 == 0 || v >= 10 }}
	joined, err := f.combine(a, b)
	if err != nil {
		return err
	}
	defer joined.Release()
	tail := array.NewSlice(joined, 4, int64(joined.Len()))
	fmt.Println(joined, tail)
	tail.Release()

	empty, err := f.combine()
	if err != nil {
		return err
	}
	fmt.Println(empty.Len())
	empty.Release()

	if _, err = f.combine(a, names); !errors.Is(err, errType) {
		return fmt.Errorf("unexpected: %w", err)
	}
	return nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	if err := run(alloc); err != nil {
		panic(err)
	}
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are still allocated"))
	}
}
