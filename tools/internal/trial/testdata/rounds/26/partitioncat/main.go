// truth: correct

// Command partitioncat filters partitions of a column and concatenates the rest.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type engine struct{ alloc memory.Allocator }

func (e engine) column(from, n int64) arrow.Array {
	b := array.NewInt64Builder(e.alloc)
	defer b.Release()
	b.Reserve(int(n))
	for i := range n {
		b.UnsafeAppend(from + i)
	}
	return b.NewArray()
}

type span struct{ lo, hi int64 }

// runs returns the spans of col whose values pass.
func runs(col *array.Int64, pass func(int64) bool) (spans []span) {
	open := int64(-1)
	for i, v := range col.Int64Values() {
		switch {
		case pass(v) && open < 0:
			open = int64(i)
		case !pass(v) && open >= 0:
			spans = append(spans, span{open, int64(i)})
			open = -1
		}
	}
	if open >= 0 {
		spans = append(spans, span{open, int64(col.Len())})
	}
	return spans
}

var errNoMatch = errors.New("no rows match")

// filter borrows the partitions and returns a column that the caller owns.
func (e engine) filter(parts []arrow.Array, pass func(int64) bool) (arrow.Array, error) {
	var pieces []arrow.Array
	defer func() {
		for _, p := range pieces {
			p.Release()
		}
	}()
	for i, p := range parts {
		col, ok := p.(*array.Int64)
		if !ok {
			return nil, fmt.Errorf("partition %d is %s", i, p.DataType())
		}
		for _, s := range runs(col, pass) {
			if s.lo == 0 && s.hi == int64(col.Len()) {
				col.Retain()
				pieces = append(pieces, col)
				continue
			}
			pieces = append(pieces, array.NewSlice(col, s.lo, s.hi))
		}
	}
	switch len(pieces) {
	case 0:
		return nil, errNoMatch
	case 1:
		only := pieces[0]
		pieces = nil
		return only, nil
	}
	return array.Concatenate(pieces, e.alloc)
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	e := engine{alloc}
	parts := []arrow.Array{e.column(0, 6), e.column(6, 4), e.column(100, 3)}
	for _, pass := range []func(int64) bool{
		func(v int64) bool { return v%4 != 0 },
		func(v int64) bool { return v > 99 },
		func(v int64) bool { return v > 1000 },
		func(v int64) bool { return v == 7 },
	} {
		col, err := e.filter(parts, pass)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(col)
		col.Release()
	}
	sb := array.NewStringBuilder(alloc)
	sb.Append("x")
	odd := sb.NewArray()
	sb.Release()
	_, err := e.filter([]arrow.Array{parts[2], odd}, func(int64) bool { return true })
	fmt.Println(err)
	odd.Release()
	for _, p := range parts {
		p.Release()
	}
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
