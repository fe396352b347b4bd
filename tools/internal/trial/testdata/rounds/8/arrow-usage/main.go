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
	{Name: "account", Type: arrow.BinaryTypes.String},
	{Name: "cents", Type: arrow.PrimitiveTypes.Int64},
}, nil)

type row struct {
	account string
	cents   int64
}

// column builds an array that the caller must release.
func column(mem memory.Allocator, rows []row) (arrow.Array, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(len(rows))
	for _, r := range rows {
		if r.cents < 0 {
			return nil, fmt.Errorf("%s: negative amount", r.account)
		}
		b.Append(r.cents)
	}
	return b.NewArray(), nil
}

func record(mem memory.Allocator, rows []row) (arrow.Record, error) {
	if len(rows) == 0 {
		return nil, errors.New("no rows")
	}
	cents, err := column(mem, rows)
	if err != nil {
		return nil, err
	}
	defer cents.Release()
	names := array.NewStringBuilder(mem)
	defer names.Release()
	for _, r := range rows {
		names.Append(r.account)
	}
	accounts := names.NewArray()
	defer accounts.Release()
	return array.NewRecord(schema, []arrow.Array{accounts, cents}, int64(len(rows))), nil
}

// amounts returns the second column with a reference of its own.
func amounts(rec arrow.Record) *array.Int64 {
	col := rec.Column(1).(*array.Int64)
	col.Retain()
	return col
}

func total(mem memory.Allocator, rows []row) (sum int64, err error) {
	rec, err := record(mem, rows)
	if err != nil {
		return 0, err
	}
	col := amounts(rec)
	defer col.Release()
	rec.Release()
	for _, v := range col.Int64Values() {
		sum += v
	}
	return sum, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, rows := range [][]row{{{"a", 100}, {"b", 250}}, nil, {{"c", 5}, {"d", -1}}} {
		fmt.Println(total(mem, rows))
	}
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint("leaked ", n))
	}
}
