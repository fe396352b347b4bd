// truth: escape line 55 callee

// Prices of an ad exchange are kept in Arrow files; a report reads one column.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var priceSchema = arrow.NewSchema([]arrow.Field{
	{Name: "slot", Type: arrow.PrimitiveTypes.Int64},
	{Name: "price", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type files struct{ mem memory.Allocator }

func (f files) read(n int) (arrow.Record, error) {
	if n < 0 {
		return nil, fmt.Errorf("no file %d", n)
	}
	b := array.NewRecordBuilder(f.mem, priceSchema)
	defer b.Release()
	for i := range n {
		b.Field(0).(*array.Int64Builder).Append(int64(i))
		b.Field(1).(*array.Float64Builder).Append(float64(i) / 4)
	}
	return b.NewRecord(), nil
}

// column returns the column of that name.
func column(rec arrow.Record, name string) (arrow.Array, error) {
	for i := range int(rec.NumCols()) {
		if rec.ColumnName(i) == name {
			return rec.Column(i), nil
		}
	}
	return nil, fmt.Errorf("no column %s", name)
}

// prices returns the column of prices, which the caller releases.
func (f files) prices(n int) (*array.Float64, error) {
	rec, err := f.read(n)
	if err != nil {
		return nil, err
	}
	defer rec.Release()
	col, err := column(rec, "price")
	if err != nil {
		return nil, err
	}
	return col.(*array.Float64), nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	f := files{mem}
	for _, n := range []int{-1, 4, 6} {
		col, err := f.prices(n)
		if err != nil {
			fmt.Println(err)
			continue
		}
		sum := 0.0
		for i := range col.Len() {
			sum += col.Value(i)
		}
		fmt.Println(n, sum)
		col.Release()
	}
	fmt.Println("bytes left", mem.CurrentAlloc())
}
