// truth: leak line 44 plain

// Command tradecolumns converts trades to an Arrow record.
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
	{Name: "price", Type: arrow.PrimitiveTypes.Float64},
	{Name: "size", Type: arrow.PrimitiveTypes.Int64},
}, nil)

var errSize = errors.New("size is not positive")

func convert(pool memory.Allocator, trades []trade) (arrow.Record, error) {
	symbols := array.NewStringBuilder(pool)
	defer symbols.Release()
	prices := array.NewFloat64Builder(pool)
	defer prices.Release()
	for _, t := range trades {
		symbols.Append(t.symbol)
		if t.price == 0 {
			prices.AppendNull()
			continue
		}
		prices.Append(t.price)
	}
	symbolCol := symbols.NewArray()
	defer symbolCol.Release()
	priceCol := prices.NewArray()
	sizes := array.NewInt64Builder(pool)
	defer sizes.Release()
	for i, t := range trades {
		if t.size <= 0 {
			return nil, fmt.Errorf("trade %d: %w", i, errSize)
		}
		sizes.Append(t.size)
	}
	sizeCol := sizes.NewArray()
	defer sizeCol.Release()
	defer priceCol.Release()
	cols := []arrow.Array{symbolCol, priceCol, sizeCol}
	return array.NewRecord(schema, cols, int64(len(trades))), nil
}

func volume(rec arrow.Record) (sum float64) {
	prices := rec.Column(1).(*array.Float64)
	sizes := rec.Column(2).(*array.Int64)
	for i := range int(rec.NumRows()) {
		if prices.IsValid(i) {
			sum += prices.Value(i) * float64(sizes.Value(i))
		}
	}
	return sum
}

func main() {
	pool := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, trades := range [][]trade{
		{{"A", 10, 2}, {"B", 0, 5}, {"C", 2.5, 4}},
		{{"A", 10, 2}, {"B", 3, 0}},
	} {
		rec, err := convert(pool, trades)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(volume(rec))
		rec.Release()
	}
	fmt.Println(pool.CurrentAlloc())
}
