// truth: leak line 50 plain

package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errSparse = errors.New("too many gaps")

type point struct {
	at    int64
	value float64
	gap   bool
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "at", Type: arrow.PrimitiveTypes.Int64},
	{Name: "value", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type encoder struct {
	mem     memory.Allocator
	maxGaps int
}

func (e *encoder) encode(points []point) (arrow.RecordBatch, error) {
	at := array.NewInt64Builder(e.mem)
	defer at.Release()
	value := array.NewFloat64Builder(e.mem)
	defer value.Release()
	at.Reserve(len(points))
	value.Reserve(len(points))
	for _, p := range points {
		at.UnsafeAppend(p.at)
		if p.gap {
			value.AppendNull()
		} else {
			value.Append(p.value)
		}
	}

	values := value.NewArray()
	defer values.Release()
	times := at.NewArray()
	if values.NullN() > e.maxGaps {
		return nil, errSparse
	}
	rec := array.NewRecordBatch(schema, []arrow.Array{times, values}, int64(len(points)))
	times.Release()
	return rec, nil
}

func mean(rec arrow.RecordBatch) float64 {
	col := rec.Column(1).(*array.Float64)
	var sum float64
	var n int
	for i := range col.Len() {
		if col.IsValid(i) {
			sum += col.Value(i)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	enc := &encoder{mem: mem, maxGaps: 1}
	batches := [][]point{
		{{1, 2, false}, {2, 4, false}},
		{{1, 2, false}, {2, 0, true}, {3, 4, false}},
		{{1, 0, true}, {2, 0, true}, {3, 1, false}},
	}
	for _, b := range batches {
		rec, err := enc.encode(b)
		if err != nil {
			fmt.Println("skipped:", err)
			continue
		}
		fmt.Println(rec.NumRows(), mean(rec))
		rec.Release()
	}
	fmt.Println("in use:", mem.CurrentAlloc())
}
