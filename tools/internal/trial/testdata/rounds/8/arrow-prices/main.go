// truth: leak line 42 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type tick struct {
	symbol string
	price  float64
}

var errOrder = errors.New("no ticks")

type series struct {
	mem    memory.Allocator
	schema *arrow.Schema
}

func newSeries(mem memory.Allocator) *series {
	return &series{mem, arrow.NewSchema([]arrow.Field{
		{Name: "symbol", Type: arrow.BinaryTypes.String},
		{Name: "price", Type: arrow.PrimitiveTypes.Float64},
	}, nil)}
}

func (s *series) average(ticks []tick) (float64, error) {
	if len(ticks) == 0 {
		return 0, errOrder
	}
	b := array.NewRecordBuilder(s.mem, s.schema)
	defer b.Release()
	for _, t := range ticks {
		b.Field(0).(*array.StringBuilder).Append(t.symbol)
		b.Field(1).(*array.Float64Builder).Append(t.price)
	}
	rec := b.NewRecord()
	prices := rec.Column(1).(*array.Float64)
	sum := 0.0
	for i := range prices.Len() {
		if p := prices.Value(i); p <= 0 {
			return 0, fmt.Errorf("%s: price %v", rec.Column(0).(*array.String).Value(i), p)
		} else {
			sum += p
		}
	}
	n := rec.NumRows()
	rec.Release()
	return sum / float64(n), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := newSeries(mem)
	fmt.Println(s.average([]tick{{"GO", 10}, {"GC", 20}}))
	fmt.Println(s.average(nil))
	fmt.Println(s.average([]tick{{"GO", 10}, {"XX", 0}}))
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are still allocated"))
	}
}
