// truth: leak line 49 plain

// Histobuild turns samples into an Arrow list array of histogram buckets.
package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errBounds = errors.New("bounds are not increasing")

type series struct {
	name    string
	bounds  []float64
	samples []float64
}

func (s *series) counts() []int64 {
	counts := make([]int64, len(s.bounds)+1)
	for _, v := range s.samples {
		i := 0
		for i < len(s.bounds) && v > s.bounds[i] {
			i++
		}
		counts[i]++
	}
	return counts
}

func (s *series) check() error {
	last := math.Inf(-1)
	for _, b := range s.bounds {
		if b <= last {
			return fmt.Errorf("series %s: %w", s.name, errBounds)
		}
		last = b
	}
	return nil
}

// build returns an array that the caller releases.
func build(alloc memory.Allocator, all []series) (*array.List, error) {
	lists := array.NewListBuilder(alloc, arrow.PrimitiveTypes.Int64)
	values := lists.ValueBuilder().(*array.Int64Builder)
	for _, s := range all {
		if len(s.samples) == 0 {
			lists.AppendNull()
			continue
		}
		if err := s.check(); err != nil {
			return nil, err
		}
		lists.Append(true)
		values.AppendValues(s.counts(), nil)
	}
	buckets := lists.NewListArray()
	lists.Release()
	return buckets, nil
}

func summarize(alloc memory.Allocator, all []series) {
	buckets, err := build(alloc, all)
	if err != nil {
		fmt.Println("skipped:", err)
		return
	}
	defer buckets.Release()
	fmt.Println(buckets, "nulls:", buckets.NullN())
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	good := series{"latency", []float64{1, 5, 10}, []float64{0.5, 3, 4, 7, 30}}
	empty := series{"unused", []float64{1}, nil}
	bad := series{"size", []float64{5, 5}, []float64{1}}
	summarize(alloc, []series{good, empty})
	summarize(alloc, []series{good, bad})
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
