// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "symbol", Type: arrow.BinaryTypes.String},
	{Name: "price", Type: arrow.PrimitiveTypes.Int64},
}, nil)

type trade struct {
	symbol string
	price  int64
}

type tape struct {
	mem  memory.Allocator
	recs []arrow.RecordBatch
}

func (t *tape) append(trades []trade) error {
	if len(trades) == 0 {
		return errors.New("no trades")
	}
	b := array.NewRecordBuilder(t.mem, schema)
	defer b.Release()
	symbols := b.Field(0).(*array.StringBuilder)
	prices := b.Field(1).(*array.Int64Builder)
	for _, tr := range trades {
		if tr.price <= 0 {
			return fmt.Errorf("%s: price %d", tr.symbol, tr.price)
		}
		symbols.Append(tr.symbol)
		prices.Append(tr.price)
	}
	t.recs = append(t.recs, b.NewRecordBatch())
	return nil
}

// window returns the last n rows of the newest record. The caller owns it.
func (t *tape) window(n int64) (arrow.RecordBatch, bool) {
	if len(t.recs) == 0 {
		return nil, false
	}
	rec := t.recs[len(t.recs)-1]
	if rec.NumRows() <= n {
		rec.Retain()
		return rec, true
	}
	return rec.NewSlice(rec.NumRows()-n, rec.NumRows()), true
}

func (t *tape) close() {
	for _, r := range t.recs {
		r.Release()
	}
	t.recs = nil
}

func vwap(rec arrow.RecordBatch) float64 {
	prices := rec.Column(1).(*array.Int64)
	var sum int64
	for _, p := range prices.Int64Values() {
		sum += p
	}
	return float64(sum) / float64(prices.Len())
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	t := &tape{mem: mem}
	fmt.Println(t.append(nil))
	fmt.Println(t.append([]trade{{"ACME", 10}, {"ACME", 0}}))
	fmt.Println(t.append([]trade{{"ACME", 10}, {"INIT", 20}, {"ACME", 30}}))
	for _, n := range []int64{2, 9} {
		if w, ok := t.window(n); ok {
			fmt.Println(w.NumRows(), vwap(w))
			w.Release()
		}
	}
	t.close()
	fmt.Println(mem.CurrentAlloc())
}
