// truth: correct
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "ms", Type: arrow.PrimitiveTypes.Int64},
}, nil)

func build(mem memory.Allocator, hosts []string, ms []int64) arrow.RecordBatch {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	b.Field(0).(*array.StringBuilder).AppendValues(hosts, nil)
	b.Field(1).(*array.Int64Builder).AppendValues(ms, nil)
	return b.NewRecordBatch()
}

// filter returns a batch of the rows for which keep is true.
func filter(mem memory.Allocator, in arrow.RecordBatch, keep func(ms int64) bool) arrow.RecordBatch {
	hosts := in.Column(0).(*array.String)
	ms := in.Column(1).(*array.Int64)
	all := true
	for _, v := range ms.Int64Values() {
		all = all && keep(v)
	}
	if all {
		in.Retain()
		return in
	}
	hb := array.NewStringBuilder(mem)
	defer hb.Release()
	mb := array.NewInt64Builder(mem)
	defer mb.Release()
	for i, v := range ms.Int64Values() {
		if keep(v) {
			hb.Append(hosts.Value(i))
			mb.Append(v)
		}
	}
	cols := []arrow.Array{hb.NewArray(), mb.NewArray()}
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	return array.NewRecordBatch(schema, cols, int64(cols[0].Len()))
}

func top(rec arrow.RecordBatch, n int64) (arrow.RecordBatch, error) {
	if n > rec.NumRows() {
		return nil, fmt.Errorf("top %d of %d rows", n, rec.NumRows())
	}
	return rec.NewSlice(0, n), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	func() {
		rec := build(alloc, []string{"a", "b", "c", "d"}, []int64{5, 50, 7, 90})
		defer rec.Release()
		for _, limit := range []int64{100, 10, 1} {
			out := filter(alloc, rec, func(ms int64) bool { return ms < limit })
			first, err := top(out, 2)
			out.Release()
			if err != nil {
				fmt.Println("error:", err)
				continue
			}
			fmt.Println(limit, first.NumRows(), first.Column(0))
			first.Release()
		}
	}()
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
