// truth: leak line 25 plain
package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNaN = errors.New("column has NaN")

type stats struct {
	count    int
	min, max float64
}

// normalize scales a column to [0, 1], and sums up what it was.
func normalize(mem memory.Allocator, values []float64) (*array.Float64, stats, error) {
	b := array.NewFloat64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	raw := b.NewFloat64Array()
	st := stats{count: raw.Len(), min: math.Inf(1), max: math.Inf(-1)}
	for i := range raw.Len() {
		v := raw.Value(i)
		if math.IsNaN(v) {
			return nil, stats{}, fmt.Errorf("row %d: %w", i, errNaN)
		}
		st.min = math.Min(st.min, v)
		st.max = math.Max(st.max, v)
	}
	if st.count == 0 || st.min == st.max {
		return raw, st, nil
	}
	for i := range raw.Len() {
		b.Append((raw.Value(i) - st.min) / (st.max - st.min))
	}
	raw.Release()
	return b.NewFloat64Array(), st, nil
}

func mean(a *array.Float64) float64 {
	if a.Len() == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range a.Float64Values() {
		sum += v
	}
	return sum / float64(a.Len())
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	for _, col := range [][]float64{{1, 2, 3}, {4, 4}, {}, {1, math.NaN()}} {
		a, st, err := normalize(mem, col)
		if err != nil {
			fmt.Println("skipped:", err)
			continue
		}
		fmt.Println(st.count, mean(a))
		a.Release()
	}
	fmt.Println("bytes in use:", mem.CurrentAlloc())
}
