// truth: correct

// Command arrowagg sums sales by region in columnar batches.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var (
	salesSchema = arrow.NewSchema([]arrow.Field{
		{Name: "region", Type: arrow.BinaryTypes.String},
		{Name: "amount", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	}, nil)
	totalSchema = arrow.NewSchema([]arrow.Field{
		{Name: "region", Type: arrow.BinaryTypes.String},
		{Name: "total", Type: arrow.PrimitiveTypes.Int64},
		{Name: "missing", Type: arrow.PrimitiveTypes.Int32},
	}, nil)
)

type sale struct {
	region string
	amount int64
	known  bool
}

// newSales returns a batch that the caller must release.
func newSales(alloc memory.Allocator, sales []sale) arrow.RecordBatch {
	b := array.NewRecordBuilder(alloc, salesSchema)
	defer b.Release()
	regions := b.Field(0).(*array.StringBuilder)
	amounts := b.Field(1).(*array.Int64Builder)
	for _, s := range sales {
		regions.Append(s.region)
		if s.known {
			amounts.Append(s.amount)
		} else {
			amounts.AppendNull()
		}
	}
	return b.NewRecordBatch()
}

type groups struct {
	order   []string
	total   map[string]int64
	missing map[string]int32
}

var errColumns = errors.New("unexpected columns")

// add borrows the batch.
func (g *groups) add(batch arrow.RecordBatch) error {
	if batch.NumCols() != 2 {
		return errColumns
	}
	regions, ok := batch.Column(0).(*array.String)
	if !ok {
		return errColumns
	}
	amounts, ok := batch.Column(1).(*array.Int64)
	if !ok {
		return errColumns
	}
	for i := range int(batch.NumRows()) {
		name := string(append([]byte(nil), regions.Value(i)...))
		if _, ok := g.total[name]; !ok {
			g.order = append(g.order, name)
		}
		if amounts.IsNull(i) {
			g.missing[name]++
			g.total[name] += 0
			continue
		}
		g.total[name] += amounts.Value(i)
	}
	return nil
}

func (g *groups) result(alloc memory.Allocator) arrow.RecordBatch {
	names := array.NewStringBuilder(alloc)
	defer names.Release()
	totals := array.NewInt64Builder(alloc)
	defer totals.Release()
	missing := array.NewInt32Builder(alloc)
	defer missing.Release()
	for _, name := range g.order {
		names.Append(name)
		totals.Append(g.total[name])
		missing.Append(g.missing[name])
	}
	cols := []arrow.Array{names.NewArray(), totals.NewArray(), missing.NewArray()}
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	return array.NewRecordBatch(totalSchema, cols, int64(len(g.order)))
}

func aggregate(alloc memory.Allocator, batches ...arrow.RecordBatch) (arrow.RecordBatch, error) {
	g := &groups{total: make(map[string]int64), missing: make(map[string]int32)}
	for i, batch := range batches {
		if err := g.add(batch); err != nil {
			return nil, fmt.Errorf("batch %d: %w", i, err)
		}
	}
	return g.result(alloc), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	a := newSales(alloc, []sale{{"north", 5, true}, {"south", 7, true}, {"north", 0, false}})
	b := newSales(alloc, []sale{{"west", 1, true}, {"north", 2, true}})
	sums, err := aggregate(alloc, a, b)
	if err != nil {
		panic(err)
	}
	for i := range int(sums.NumRows()) {
		fmt.Println(sums.Column(0).ValueStr(i), sums.Column(1).ValueStr(i), sums.Column(2).ValueStr(i))
	}
	_, err = aggregate(alloc, a, sums)
	fmt.Println(err)
	sums.Release()
	b.Release()
	a.Release()
	fmt.Println("bytes left", alloc.CurrentAlloc())
}
