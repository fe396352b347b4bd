// truth: leak line 50 plain

// Command arrowingest turns sensor readings into record batches.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type reading struct {
	sensor string
	values []float64
}

var (
	errEmpty  = errors.New("no values")
	errRagged = errors.New("sensors differ in length")
)

type ingester struct {
	alloc   memory.Allocator
	batches int
}

// series returns the values of a sensor as an array.
func (in *ingester) series(r reading) (arrow.Array, error) {
	if len(r.values) == 0 {
		return nil, fmt.Errorf("%s: %w", r.sensor, errEmpty)
	}
	b := array.NewFloat64Builder(in.alloc)
	defer b.Release()
	b.AppendValues(r.values, nil)
	return b.NewArray(), nil
}

// pair returns a batch of two sensors.
func (in *ingester) pair(a, b reading) (arrow.RecordBatch, error) {
	left := array.NewFloat64Builder(in.alloc)
	defer left.Release()
	right := array.NewFloat64Builder(in.alloc)
	defer right.Release()
	left.AppendValues(a.values, nil)
	right.AppendValues(b.values, nil)

	lcol := left.NewArray()
	if lcol.Len() != len(b.values) {
		return nil, fmt.Errorf("%s, %s: %w", a.sensor, b.sensor, errRagged)
	}
	rcol := right.NewArray()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: a.sensor, Type: lcol.DataType()},
		{Name: b.sensor, Type: rcol.DataType()},
	}, nil)
	batch := array.NewRecordBatch(schema, []arrow.Array{lcol, rcol}, int64(lcol.Len()))
	lcol.Release()
	rcol.Release()
	in.batches++
	return batch, nil
}

func mean(a arrow.Array) float64 {
	col := a.(*array.Float64)
	sum := 0.0
	for _, v := range col.Float64Values() {
		sum += v
	}
	return sum / float64(col.Len())
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	in := &ingester{alloc: alloc}
	rs := []reading{
		{"t1", []float64{20, 21, 22}},
		{"t2", []float64{19, 19.5, 20}},
		{"t3", []float64{18}},
		{"t4", nil},
	}
	for _, r := range rs {
		s, err := in.series(r)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.sensor, mean(s))
		s.Release()
	}
	for i := range len(rs) - 2 {
		batch, err := in.pair(rs[i], rs[i+1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(batch.NumRows(), batch.NumCols())
		batch.Release()
	}
	fmt.Println("batches", in.batches, "bytes left", alloc.CurrentAlloc())
}
