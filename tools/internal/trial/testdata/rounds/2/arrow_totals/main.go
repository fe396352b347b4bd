// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type sale struct {
	shop  string
	cents int64
}

var errNegative = errors.New("negative amount")

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "shop", Type: arrow.BinaryTypes.String},
	{Name: "cents", Type: arrow.PrimitiveTypes.Int64},
}, nil)

// batch makes a record of the sales. The caller releases it.
func batch(mem memory.Allocator, sales []sale) (arrow.RecordBatch, error) {
	shops := array.NewStringBuilder(mem)
	defer shops.Release()
	cents := array.NewInt64Builder(mem)
	defer cents.Release()
	for i, s := range sales {
		if s.cents < 0 {
			return nil, fmt.Errorf("sale %d: %w", i, errNegative)
		}
		shops.Append(s.shop)
		cents.Append(s.cents)
	}
	cols := []arrow.Array{shops.NewArray(), cents.NewArray()}
	defer func() {
		for _, col := range cols {
			col.Release()
		}
	}()
	return array.NewRecordBatch(schema, cols, int64(len(sales))), nil
}

// best is the column of the largest amounts, which lives on after its record.
type best struct {
	col *array.Int64
	sum int64
}

func (b *best) offer(rec arrow.RecordBatch) {
	col := rec.Column(1).(*array.Int64)
	var sum int64
	for i := range col.Len() {
		sum += col.Value(i)
	}
	if b.col != nil {
		if sum <= b.sum {
			return
		}
		b.col.Release()
	}
	col.Retain()
	b.col, b.sum = col, sum
}

func (b *best) close() {
	if b.col != nil {
		b.col.Release()
		b.col = nil
	}
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	var b best
	for _, sales := range [][]sale{
		{{"north", 120}, {"south", 80}},
		{{"north", -1}},
		{{"east", 900}},
		{{"west", 1}, {"west", 2}},
	} {
		rec, err := batch(mem, sales)
		if err != nil {
			fmt.Println(err)
			continue
		}
		tail := rec.NewSlice(1, rec.NumRows())
		fmt.Println(rec.NumRows(), tail.NumRows())
		tail.Release()
		b.offer(rec)
		rec.Release()
	}
	fmt.Println(b.sum, b.col.Len())
	b.close()
	fmt.Println("bytes left:", mem.CurrentAlloc())
}
