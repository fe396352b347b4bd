// truth: leak line 45 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A call detail record as the switch writes it.
type cdr struct {
	caller string
	secs   int64
	cents  int64
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "caller", Type: arrow.BinaryTypes.String},
	{Name: "secs", Type: arrow.PrimitiveTypes.Int64},
	{Name: "cents", Type: arrow.PrimitiveTypes.Int64},
}, nil)

var errNegative = errors.New("cdr: negative duration")

func toRecord(mem memory.Allocator, calls []cdr) (arrow.Record, error) {
	callers := array.NewStringBuilder(mem)
	defer callers.Release()
	secs := array.NewInt64Builder(mem)
	defer secs.Release()
	for _, c := range calls {
		if c.secs < 0 {
			return nil, errNegative
		}
		callers.Append(c.caller)
		secs.Append(c.secs)
	}
	who := callers.NewArray()
	defer who.Release()
	dur := secs.NewArray()
	defer dur.Release()

	price := array.NewInt64Builder(mem)
	for i, c := range calls {
		if c.cents < 0 {
			return nil, fmt.Errorf("cdr %d: negative price", i)
		}
		price.Append(c.cents)
	}
	cost := price.NewArray()
	price.Release()
	defer cost.Release()
	return array.NewRecord(schema, []arrow.Array{who, dur, cost}, int64(len(calls))), nil
}

func total(rec arrow.Record) (sum int64) {
	for _, v := range rec.Column(2).(*array.Int64).Int64Values() {
		sum += v
	}
	return sum
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, calls := range [][]cdr{
		{{"+4930", 61, 12}, {"+4989", 5, 1}},
		{{"+4940", -1, 0}},
		{{"+4922", 9, 3}, {"+4921", 10, -3}},
	} {
		rec, err := toRecord(mem, calls)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumRows(), "calls,", total(rec), "cents")
		rec.Release()
	}
	fmt.Println("still allocated:", mem.CurrentAlloc())
}
