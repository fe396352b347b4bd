// truth: correct

// Command chunkedtable filters the chunks of an Arrow table into a new one.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int32}}, nil)

type predicate func(int32) (bool, error)

func ints(pool memory.Allocator, values ...int32) *array.Int32 {
	b := array.NewInt32Builder(pool)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewInt32Array()
}

// filter returns a new array. If all values pass, that is the old one with one more reference.
func filter(pool memory.Allocator, in *array.Int32, keep predicate) (*array.Int32, error) {
	b := array.NewInt32Builder(pool)
	defer b.Release()
	for _, v := range in.Int32Values() {
		ok, err := keep(v)
		if err != nil {
			return nil, err
		}
		if ok {
			b.Append(v)
		}
	}
	if b.Len() == in.Len() {
		in.Retain()
		return in, nil
	}
	return b.NewInt32Array(), nil
}

func where(pool memory.Allocator, t arrow.Table, keep predicate) (arrow.Table, error) {
	old := t.Column(0).Data()
	var chunks []arrow.Array
	defer func() {
		for _, c := range chunks {
			c.Release()
		}
	}()
	for _, c := range old.Chunks() {
		f, err := filter(pool, c.(*array.Int32), keep)
		if err != nil {
			return nil, err
		}
		if f.Len() == 0 {
			f.Release()
			continue
		}
		chunks = append(chunks, f)
	}
	data := arrow.NewChunked(old.DataType(), chunks)
	defer data.Release()
	col := arrow.NewColumn(schema.Field(0), data)
	defer col.Release()
	return array.NewTable(schema, []arrow.Column{*col}, int64(data.Len())), nil
}

func newTable(pool memory.Allocator, groups ...[]int32) arrow.Table {
	recs := make([]arrow.Record, 0, len(groups))
	for _, g := range groups {
		a := ints(pool, g...)
		recs = append(recs, array.NewRecord(schema, []arrow.Array{a}, int64(a.Len())))
		a.Release()
	}
	t := array.NewTableFromRecords(schema, recs)
	for _, r := range recs {
		r.Release()
	}
	return t
}

func main() {
	pool := memory.NewCheckedAllocator(memory.NewGoAllocator())
	t := newTable(pool, []int32{1, 2, 3}, []int32{10, 20}, []int32{-1})
	for _, keep := range []predicate{
		func(v int32) (bool, error) { return v >= 3, nil },
		func(v int32) (bool, error) {
			if v < 0 {
				return false, errors.New("negative")
			}
			return true, nil
		},
	} {
		out, err := where(pool, t, keep)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(out.NumRows(), len(out.Column(0).Data().Chunks()))
		out.Release()
	}
	t.Release()
	fmt.Println(pool.CurrentAlloc())
}
