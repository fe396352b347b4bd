// truth: leak line 22 plain
package main

import (
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type extractor struct {
	mem   memory.Allocator
	limit float64
}

// scale returns a column that the caller releases.
func (x *extractor) scale(values []float64, by float64) (*array.Float64, error) {
	if by == 0 {
		return nil, fmt.Errorf("scale by zero")
	}
	b := array.NewFloat64Builder(x.mem)
	b.Reserve(len(values))
	for i, v := range values {
		scaled := v / by
		if math.IsNaN(scaled) {
			b.AppendNull()
			continue
		}
		if math.Abs(scaled) > x.limit {
			return nil, fmt.Errorf("value %d is out of range: %g", i, scaled)
		}
		b.Append(scaled)
	}
	column := b.NewFloat64Array()
	b.Release()
	return column, nil
}

func mean(col *array.Float64) float64 {
	sum, n := 0.0, 0
	for i := range col.Len() {
		if col.IsValid(i) {
			sum += col.Value(i)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func main() {
	checked := memory.NewCheckedAllocator(memory.NewGoAllocator())
	x := &extractor{mem: checked, limit: 100}
	for _, in := range [][]float64{{1, 2, 3}, {4, math.NaN()}, {1, 1e9}, {}} {
		col, err := x.scale(in, 2)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(mean(col))
		col.Release()
	}
	if _, err := x.scale(nil, 0); err != nil {
		fmt.Println(err)
	}
	if n := checked.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are still allocated"))
	}
}
