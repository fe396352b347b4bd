// truth: leak line 26 plain

package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errSkew = errors.New("timestamps and values differ in length")

type series struct {
	name string
	ts   []int64
	vals []float64
}

func toRecord(mem memory.Allocator, s series) (arrow.Record, error) {
	tb := array.NewInt64Builder(mem)
	defer tb.Release()
	tb.AppendValues(s.ts, nil)
	ts := tb.NewInt64Array()

	vb := array.NewFloat64Builder(mem)
	defer vb.Release()
	vb.AppendValues(s.vals, nil)
	vals := vb.NewFloat64Array()
	defer vals.Release()

	if ts.Len() != vals.Len() {
		return nil, fmt.Errorf("%s: %w", s.name, errSkew)
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "ts", Type: ts.DataType()},
		{Name: s.name, Type: vals.DataType()},
	}, nil)
	rec := array.NewRecord(schema, []arrow.Array{ts, vals}, int64(ts.Len()))
	ts.Release()
	return rec, nil
}

func mean(rec arrow.Record) float64 {
	vals := rec.Column(1).(*array.Float64)
	var sum float64
	for i := range vals.Len() {
		sum += vals.Value(i)
	}
	return sum / float64(max(1, vals.Len()))
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, s := range []series{
		{"cpu", []int64{1, 2, 3}, []float64{0.5, 0.7, 0.6}},
		{"rss", []int64{1, 2}, []float64{10}},
		{"net", nil, nil},
	} {
		rec, err := toRecord(mem, s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s %.2f\n", s.name, mean(rec))
		rec.Release()
	}
	fmt.Println("left", mem.CurrentAlloc())
}
