// truth: correct

// Command chunkfilter keeps the rows of a chunked column that satisfy a
// predicate, without copying chunks that are kept as a whole.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type predicate func(v int64) (bool, error)

// keep returns the rows of col that satisfy p; the caller owns the result.
func keep(mem memory.Allocator, col *array.Int64, p predicate) (arrow.Array, error) {
	selected := make([]int, 0, col.Len())
	for i := range col.Len() {
		if col.IsNull(i) {
			continue
		}
		ok, err := p(col.Value(i))
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		if ok {
			selected = append(selected, i)
		}
	}
	switch n := len(selected); {
	case n == col.Len():
		col.Retain()
		return col, nil
	case n > 0 && selected[n-1]-selected[0] == n-1: // one run
		return array.NewSlice(col, int64(selected[0]), int64(selected[n-1]+1)), nil
	}
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(len(selected))
	for _, i := range selected {
		b.UnsafeAppend(col.Value(i))
	}
	return b.NewArray(), nil
}

// Filter borrows col; the caller owns the result.
func Filter(mem memory.Allocator, col *arrow.Chunked, p predicate) (*arrow.Chunked, error) {
	var kept []arrow.Array
	defer func() {
		for _, a := range kept {
			a.Release()
		}
	}()
	for _, chunk := range col.Chunks() {
		ints, ok := chunk.(*array.Int64)
		if !ok {
			return nil, fmt.Errorf("cannot filter %s", chunk.DataType())
		}
		a, err := keep(mem, ints, p)
		if err != nil {
			return nil, err
		}
		if a.Len() == 0 {
			a.Release()
			continue
		}
		kept = append(kept, a)
	}
	return arrow.NewChunked(col.DataType(), kept), nil // retains the chunks
}

func column(mem memory.Allocator, chunks ...[]int64) *arrow.Chunked {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	arrays := make([]arrow.Array, 0, len(chunks))
	for _, c := range chunks {
		b.AppendValues(c, nil)
		arrays = append(arrays, b.NewArray())
	}
	col := arrow.NewChunked(arrow.PrimitiveTypes.Int64, arrays)
	for _, a := range arrays {
		a.Release()
	}
	return col
}

// flatten returns the chunks of col as one array that the caller owns.
func flatten(mem memory.Allocator, col *arrow.Chunked) (arrow.Array, error) {
	if len(col.Chunks()) == 1 {
		only := col.Chunk(0)
		only.Retain()
		return only, nil
	}
	if len(col.Chunks()) == 0 {
		b := array.NewInt64Builder(mem)
		defer b.Release()
		return b.NewArray(), nil
	}
	return array.Concatenate(col.Chunks(), mem)
}

func run(mem memory.Allocator, p predicate, chunks ...[]int64) (string, error) {
	col := column(mem, chunks...)
	defer col.Release()
	filtered, err := Filter(mem, col, p)
	if err != nil {
		return "", err
	}
	defer filtered.Release()
	flat, err := flatten(mem, filtered)
	if err != nil {
		return "", err
	}
	defer flat.Release()
	return fmt.Sprint(len(filtered.Chunks()), " chunks ", flat), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	positive := func(v int64) (bool, error) { return v > 0, nil }
	even := func(v int64) (bool, error) {
		if v > 100 {
			return false, fmt.Errorf("%d is out of range", v)
		}
		return v%2 == 0, nil
	}
	fmt.Println(run(mem, positive, []int64{1, 2}, []int64{-1, 3, 4, -5}, []int64{-2}))
	fmt.Println(run(mem, positive, []int64{5, 6, 7}))
	fmt.Println(run(mem, even, []int64{1, 2, 3, 4}, []int64{8, 500}))
	fmt.Println(run(mem, even, []int64{1}))
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are leased"))
	}
}
