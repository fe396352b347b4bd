// truth: leak line 66 callee

// Command castcols aggregates columns of different number types as float64.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var (
	errType  = errors.New("not a number")
	errNulls = errors.New("too many nulls")
)

type aggregator struct {
	alloc    memory.Allocator
	maxNulls float64
}

// asFloats returns the column as float64, itself if it is already.
func (a *aggregator) asFloats(col arrow.Array) (*array.Float64, error) {
	switch c := col.(type) {
	case *array.Float64:
		c.Retain()
		return c, nil
	case *array.Int64:
		b := array.NewFloat64Builder(a.alloc)
		defer b.Release()
		b.Reserve(c.Len())
		for i := range c.Len() {
			if c.IsNull(i) {
				b.AppendNull()
			} else {
				b.Append(float64(c.Value(i)))
			}
		}
		return b.NewFloat64Array(), nil
	default:
		return nil, fmt.Errorf("%s: %w", col.DataType(), errType)
	}
}

type stats struct {
	count    int
	sum      float64
	min, max float64
}

func (s *stats) add(v float64) {
	if s.count == 0 || v < s.min {
		s.min = v
	}
	if s.count == 0 || v > s.max {
		s.max = v
	}
	s.count++
	s.sum += v
}

func (a *aggregator) column(col arrow.Array) (s stats, err error) {
	floats, err := a.asFloats(col)
	if err != nil {
		return s, err
	}
	if n := floats.NullN(); float64(n) > a.maxNulls*float64(floats.Len()) {
		return s, fmt.Errorf("%d of %d: %w", n, floats.Len(), errNulls)
	}
	for i := range floats.Len() {
		if floats.IsValid(i) {
			s.add(floats.Value(i))
		}
	}
	floats.Release()
	return s, nil
}

func (a *aggregator) batch(rec arrow.RecordBatch) (map[string]stats, []error) {
	out := map[string]stats{}
	var errs []error
	for i, col := range rec.Columns() {
		s, err := a.column(col)
		if err != nil {
			errs = append(errs, fmt.Errorf("column %s: %w", rec.ColumnName(i), err))
			continue
		}
		out[rec.ColumnName(i)] = s
	}
	return out, errs
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	b := array.NewRecordBuilder(alloc, arrow.NewSchema([]arrow.Field{
		{Name: "load", Type: arrow.PrimitiveTypes.Float64},
		{Name: "requests", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "retries", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		{Name: "host", Type: arrow.BinaryTypes.String},
	}, nil))
	b.Field(0).(*array.Float64Builder).AppendValues([]float64{0.5, 1.5, 0.25, 4}, nil)
	b.Field(1).(*array.Int64Builder).AppendValues([]int64{10, 0, 30, 5}, []bool{true, false, true, true})
	b.Field(2).(*array.Int64Builder).AppendValues([]int64{1, 0, 0, 0}, []bool{true, false, false, false})
	b.Field(3).(*array.StringBuilder).AppendValues([]string{"a", "b", "c", "d"}, nil)
	rec := b.NewRecordBatch()
	b.Release()
	defer rec.Release()
	a := &aggregator{alloc: alloc, maxNulls: 0.5}
	results, errs := a.batch(rec)
	fmt.Println(results["load"], results["requests"])
	fmt.Println(errs)
}
