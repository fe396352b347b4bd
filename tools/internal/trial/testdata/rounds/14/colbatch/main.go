// truth: leak line 24 plain

// Command colbatch turns rows of a query into Arrow record batches.
package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "city", Type: arrow.BinaryTypes.String},
}, nil)

var errShort = errors.New("row has too few columns")

func toRecord(alloc memory.Allocator, rows [][]string) (arrow.Record, error) {
	ids := array.NewInt64Builder(alloc)
	cities := array.NewStringBuilder(alloc)
	defer cities.Release()
	for _, r := range rows {
		if len(r) < 2 {
			ids.Release()
			return nil, errShort
		}
		id, err := strconv.ParseInt(r[0], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("column id: %w", err)
		}
		ids.Append(id)
		cities.Append(r[1])
	}
	idArray := ids.NewInt64Array()
	ids.Release()
	defer idArray.Release()
	cityArray := cities.NewStringArray()
	defer cityArray.Release()
	return array.NewRecord(schema, []arrow.Array{idArray, cityArray}, int64(len(rows))), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	inputs := [][][]string{
		{{"1", "Oslo"}, {"2", "Rome"}},
		{{"3"}},
		{{"4", "Lima"}, {"x", "Bern"}},
	}
	for _, rows := range inputs {
		rec, err := toRecord(alloc, rows)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumRows(), rec.NumCols())
		rec.Release()
	}
	fmt.Println("allocated:", alloc.CurrentAlloc() > 0)
}
