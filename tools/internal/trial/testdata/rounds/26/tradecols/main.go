// truth: leak line 40 plain

// Command tradecols turns trades into columns for a query engine.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type trade struct {
	symbol string
	price  float64
	size   int64
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "symbol", Type: arrow.BinaryTypes.String},
	{Name: "notional", Type: arrow.PrimitiveTypes.Float64},
}, nil)

var (
	errSymbol = errors.New("empty symbol")
	errPrice  = errors.New("price is not positive")
)

func columns(alloc memory.Allocator, trades []trade) (arrow.RecordBatch, error) {
	symbols := array.NewStringBuilder(alloc)
	defer symbols.Release()
	for _, t := range trades {
		if t.symbol == "" {
			return nil, errSymbol
		}
		symbols.Append(t.symbol)
	}
	names := symbols.NewStringArray()

	notional := array.NewFloat64Builder(alloc)
	defer notional.Release()
	notional.Reserve(len(trades))
	for _, t := range trades {
		if t.price <= 0 {
			return nil, fmt.Errorf("%s: %w", t.symbol, errPrice)
		}
		notional.UnsafeAppend(t.price * float64(t.size))
	}
	values := notional.NewFloat64Array()
	defer values.Release()

	rec := array.NewRecordBatch(schema, []arrow.Array{names, values}, int64(len(trades)))
	names.Release()
	return rec, nil
}

func total(rec arrow.RecordBatch) (sum float64) {
	for _, v := range rec.Column(1).(*array.Float64).Float64Values() {
		sum += v
	}
	return sum
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	for _, trades := range [][]trade{
		{{"ACME", 10, 5}, {"INIT", 2.5, 4}},
		{{"", 1, 1}},
		{{"ACME", 10, 5}, {"BUST", 0, 1}},
	} {
		rec, err := columns(alloc, trades)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumRows(), total(rec))
		rec.Release()
	}
	fmt.Println("allocated", alloc.CurrentAlloc())
}
