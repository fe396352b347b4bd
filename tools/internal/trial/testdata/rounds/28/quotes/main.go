// truth: leak line 62 callee

// Command quotes builds record batches of market quotes and computes the spread
// of each symbol.
package main

import (
	"errors"
	"fmt"
	"sort"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type Quote struct {
	Symbol   string
	Bid, Ask float64
}

var (
	schema = arrow.NewSchema([]arrow.Field{
		{Name: "symbol", Type: arrow.BinaryTypes.String},
		{Name: "bid", Type: arrow.PrimitiveTypes.Float64},
		{Name: "ask", Type: arrow.PrimitiveTypes.Float64},
	}, nil)

	errCrossed = errors.New("crossed market")
)

func symbols(mem memory.Allocator, quotes []Quote) arrow.Array {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, q := range quotes {
		b.Append(q.Symbol)
	}
	return b.NewArray()
}

func prices(mem memory.Allocator, quotes []Quote, side func(Quote) float64) arrow.Array {
	b := array.NewFloat64Builder(mem)
	defer b.Release()
	b.Reserve(len(quotes))
	for _, q := range quotes {
		b.UnsafeAppend(side(q))
	}
	return b.NewArray()
}

// Batch returns the quotes as a record batch that the caller releases.
func Batch(mem memory.Allocator, quotes []Quote) (arrow.RecordBatch, error) {
	for _, q := range quotes {
		if q.Ask < q.Bid {
			return nil, fmt.Errorf("%s: %w", q.Symbol, errCrossed)
		}
	}
	names := symbols(mem, quotes)
	defer names.Release()
	bids := prices(mem, quotes, func(q Quote) float64 { return q.Bid })
	defer bids.Release()
	asks := prices(mem, quotes, func(q Quote) float64 { return q.Ask })
	return array.NewRecordBatch(schema, []arrow.Array{names, bids, asks}, int64(len(quotes))), nil
}

type Spreads map[string]float64

func (s Spreads) observe(rec arrow.RecordBatch) {
	names := rec.Column(0).(*array.String)
	bids := rec.Column(1).(*array.Float64)
	asks := rec.Column(2).(*array.Float64)
	for i := range int(rec.NumRows()) {
		if w := asks.Value(i) - bids.Value(i); w > s[names.Value(i)] {
			s[names.Value(i)] = w
		}
	}
}

func (s Spreads) String() string {
	var out []string
	for name, w := range s {
		out = append(out, fmt.Sprintf("%s=%.2f", name, w))
	}
	sort.Strings(out)
	return fmt.Sprint(out)
}

func feed(mem memory.Allocator, spreads Spreads, batches ...[]Quote) (rows int64, err error) {
	for _, quotes := range batches {
		rec, err := Batch(mem, quotes)
		if err != nil {
			return rows, err
		}
		// Only the first half of a large batch is representative.
		if half := rec.NumRows() / 2; half >= 2 {
			part := rec.NewSlice(0, half)
			spreads.observe(part)
			part.Release()
		} else {
			spreads.observe(rec)
		}
		rows += rec.NumRows()
		rec.Release()
	}
	return rows, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	spreads := Spreads{}
	rows, err := feed(mem, spreads,
		[]Quote{{"ACME", 10, 10.5}, {"INIT", 3, 3.1}},
		[]Quote{{"ACME", 10, 10.75}, {"INIT", 3, 3.2}, {"ACME", 10, 12}, {"ZORG", 1, 2}},
		nil,
		[]Quote{{"ZORG", 2, 1}},
	)
	fmt.Println(rows, err, spreads, mem.CurrentAlloc())
}
