// truth: leak line 53 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errUnordered = errors.New("timestamps go back")

type point struct {
	at    int64
	value float64
}

type block struct {
	times  *array.Int64
	values *array.Float64
}

func (b *block) free() {
	b.times.Release()
	b.values.Release()
}

func ordered(times *array.Int64) bool {
	for i := 1; i < times.Len(); i++ {
		if times.Value(i) < times.Value(i-1) {
			return false
		}
	}
	return true
}

// seal makes a block of the points of one series.
func seal(mem memory.Allocator, points []point) (*block, error) {
	tb := array.NewInt64Builder(mem)
	defer tb.Release()
	vb := array.NewFloat64Builder(mem)
	defer vb.Release()
	for _, p := range points {
		tb.Append(p.at)
		vb.Append(p.value)
	}
	times := tb.NewInt64Array()
	if !ordered(times) {
		times.Release()
		return nil, errUnordered
	}
	values := vb.NewFloat64Array()
	if times.Len() > 0 && times.Value(0) < 0 {
		times.Release()
		return nil, fmt.Errorf("timestamp %d", points[0].at)
	}
	return &block{times, values}, nil
}

func mean(b *block) float64 {
	if b.values.Len() == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range b.values.Float64Values() {
		sum += v
	}
	return sum / float64(b.values.Len())
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	for _, points := range [][]point{
		{{1, 2}, {2, 4}, {3, 6}},
		{{5, 1}, {4, 1}},
		{},
		{{-3, 1}, {4, 1}},
	} {
		b, err := seal(mem, points)
		if err != nil {
			fmt.Println("sealing:", err)
			continue
		}
		fmt.Println(b.times.Len(), mean(b))
		b.free()
	}
	fmt.Println("allocated", mem.CurrentAlloc())
}
