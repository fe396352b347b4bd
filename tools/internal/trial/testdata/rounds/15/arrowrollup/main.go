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
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "load", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type sample struct {
	host string
	load float64
}

var errEmpty = errors.New("no samples")

func toRecord(mem memory.Allocator, in []sample) (arrow.Record, error) {
	if len(in) == 0 {
		return nil, errEmpty
	}
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	hosts, loads := b.Field(0).(*array.StringBuilder), b.Field(1).(*array.Float64Builder)
	for _, s := range in {
		if s.load < 0 {
			return nil, fmt.Errorf("negative load on %s", s.host)
		}
		hosts.Append(s.host)
		loads.Append(s.load)
	}
	return b.NewRecord(), nil
}

// addRank returns a record with one more column.
func addRank(mem memory.Allocator, rec arrow.Record) arrow.Record {
	rb := array.NewInt64Builder(mem)
	defer rb.Release()
	for i := range rec.NumRows() {
		rb.Append(i)
	}
	rank := rb.NewArray()
	defer rank.Release()
	fields := append(schema.Fields(), arrow.Field{Name: "rank", Type: arrow.PrimitiveTypes.Int64})
	cols := append(append([]arrow.Array(nil), rec.Columns()...), rank)
	return array.NewRecord(arrow.NewSchema(fields, nil), cols, rec.NumRows())
}

func peak(rec arrow.Record, from, to int64) float64 {
	part := rec.NewSlice(from, to)
	defer part.Release()
	best := 0.0
	for _, v := range part.Column(1).(*array.Float64).Float64Values() {
		best = max(best, v)
	}
	return best
}

func report(mem memory.Allocator, in []sample) error {
	rec, err := toRecord(mem, in)
	if err != nil {
		return err
	}
	ranked := addRank(mem, rec)
	rec.Release()
	defer ranked.Release()
	fmt.Println(ranked.NumCols(), peak(ranked, 0, 2), peak(ranked, 0, ranked.NumRows()))
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, in := range [][]sample{
		{{"a", 1}, {"b", 2.5}, {"c", 9}},
		nil,
		{{"a", 1}, {"b", -1}},
	} {
		if err := report(mem, in); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("bytes left:", mem.CurrentAlloc())
}
