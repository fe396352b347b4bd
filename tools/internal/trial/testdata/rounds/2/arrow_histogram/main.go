// truth: leak line 22 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errRange = errors.New("value out of range")

// histogram counts the values by bucket and returns the counts as an array,
// which the caller releases.
func histogram(mem memory.Allocator, values []float64, buckets int) (arrow.Array, error) {
	if buckets <= 0 {
		return nil, fmt.Errorf("%d buckets", buckets)
	}
	counts := make([]int64, buckets)
	b := array.NewInt64Builder(mem)
	b.Reserve(buckets)
	for _, v := range values {
		if v < 0 || v >= 1 {
			return nil, fmt.Errorf("%g: %w", v, errRange)
		}
		counts[int(v*float64(buckets))]++
	}
	for _, n := range counts {
		if n == 0 {
			b.AppendNull()
			continue
		}
		b.Append(n)
	}
	out := b.NewArray()
	b.Release()
	return out, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	for _, values := range [][]float64{
		{0.1, 0.15, 0.9},
		{0.5, 1.5},
		nil,
	} {
		h, err := histogram(mem, values, 4)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(h, h.NullN())
		h.Release()
	}
	_, err := histogram(mem, nil, 0)
	fmt.Println(err)
	fmt.Println("bytes left:", mem.CurrentAlloc())
}
