// truth: leak line 50 callee
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type engine struct {
	mem memory.Allocator
}

func (e *engine) column(vals ...float64) *array.Float64 {
	b := array.NewFloat64Builder(e.mem)
	defer b.Release()
	b.AppendValues(vals, nil)
	return b.NewFloat64Array()
}

// scaled returns a new column with each value times f.
func (e *engine) scaled(in *array.Float64, f float64) *array.Float64 {
	b := array.NewFloat64Builder(e.mem)
	defer b.Release()
	b.Reserve(in.Len())
	for i := range in.Len() {
		if in.IsNull(i) {
			b.AppendNull()
			continue
		}
		b.UnsafeAppend(in.Value(i) * f)
	}
	return b.NewFloat64Array()
}

func sum(a *array.Float64) (s float64) {
	for _, v := range a.Float64Values() {
		s += v
	}
	return s
}

// rollup returns the sums of a metric in its unit and in thousandths.
func (e *engine) rollup(samples []float64) (whole, milli float64) {
	col := e.column(samples...)
	defer col.Release()
	whole = sum(col)
	milli = sum(e.scaled(col, 1000))
	return whole, milli
}

func (e *engine) table(samples []float64) arrow.Record {
	col := e.column(samples...)
	defer col.Release()
	half := e.scaled(col, 0.5)
	defer half.Release()
	s := arrow.NewSchema([]arrow.Field{
		{Name: "v", Type: col.DataType()},
		{Name: "half", Type: half.DataType()},
	}, nil)
	return array.NewRecord(s, []arrow.Array{col, half}, int64(col.Len()))
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	e := &engine{mem: mem}
	for _, day := range [][]float64{{1, 2, 3}, {0.5}, {8, 8}} {
		w, m := e.rollup(day)
		t := e.table(day)
		fmt.Println(w, m, t.NumRows(), t.NumCols())
		t.Release()
	}
	fmt.Println("bytes left:", mem.CurrentAlloc())
}
