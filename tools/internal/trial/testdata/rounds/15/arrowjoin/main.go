// truth: leak line 23 plain
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type metricSet struct {
	names  []string
	values []float64
}

func build(alloc memory.Allocator, m metricSet) (arrow.Record, error) {
	nb := array.NewStringBuilder(alloc)
	defer nb.Release()
	vb := array.NewFloat64Builder(alloc)
	defer vb.Release()
	nb.AppendValues(m.names, nil)
	names := nb.NewStringArray()
	vb.AppendValues(m.values, nil)
	values := vb.NewFloat64Array()
	defer values.Release()
	if names.Len() != values.Len() {
		return nil, fmt.Errorf("%d names, %d values", names.Len(), values.Len())
	}
	defer names.Release()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "name", Type: arrow.BinaryTypes.String},
		{Name: "value", Type: arrow.PrimitiveTypes.Float64},
	}, nil)
	return array.NewRecord(schema, []arrow.Array{names, values}, int64(names.Len())), nil
}

func total(rec arrow.Record) (sum float64) {
	for _, v := range rec.Column(1).(*array.Float64).Float64Values() {
		sum += v
	}
	return sum
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	sets := []metricSet{
		{[]string{"cpu", "mem"}, []float64{0.5, 0.75}},
		{[]string{"cpu", "mem", "disk"}, []float64{0.5}},
	}
	for _, m := range sets {
		rec, err := build(alloc, m)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumRows(), total(rec))
		rec.Release()
	}
	fmt.Println("bytes left:", alloc.CurrentAlloc())
}
