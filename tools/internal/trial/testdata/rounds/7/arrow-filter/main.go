// truth: leak line 39 plain

// Command arrow-filter filters columns by a threshold.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNothing = errors.New("nothing is left")

type filter struct {
	mem memory.Allocator
	min float64
}

func (f *filter) column(values []float64) *array.Float64 {
	b := array.NewFloat64Builder(f.mem)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewFloat64Array()
}

// apply returns the values that pass, in an array that the caller owns.
func (f *filter) apply(in *array.Float64) (arrow.Array, error) {
	b := array.NewFloat64Builder(f.mem)
	defer b.Release()
	b.Reserve(in.Len())
	for i := range in.Len() {
		if in.IsValid(i) && in.Value(i) >= f.min {
			b.Append(in.Value(i))
		}
	}
	out := b.NewArray()
	if out.Len() == 0 {
		return nil, errNothing
	}
	return out, nil
}

func (f *filter) mean(values []float64) (float64, error) {
	col := f.column(values)
	defer col.Release()
	out, err := f.apply(col)
	if err != nil {
		return 0, err
	}
	defer out.Release()
	sum := 0.0
	for _, x := range out.(*array.Float64).Float64Values() {
		sum += x
	}
	return sum / float64(out.Len()), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	f := &filter{mem, 10}
	fmt.Println(f.mean([]float64{5, 10, 20}))
	fmt.Println(f.mean([]float64{1, 2, 3}))
	fmt.Println("allocated:", mem.CurrentAlloc())
}
