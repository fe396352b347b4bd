// truth: use-after-release line 71 callee

// Command columnratio computes ratios of Arrow columns.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type engine struct{ pool memory.Allocator }

func (e *engine) floats(values ...float64) *array.Float64 {
	b := array.NewFloat64Builder(e.pool)
	defer b.Release()
	b.Reserve(len(values))
	for _, v := range values {
		if v < 0 {
			b.AppendNull()
		} else {
			b.Append(v)
		}
	}
	return b.NewFloat64Array()
}

var errLength = errors.New("columns differ in length")

// sum adds the valid values up and is done with the column.
func (e *engine) sum(col *array.Float64) (total float64) {
	defer col.Release()
	for i := range col.Len() {
		if col.IsValid(i) {
			total += col.Value(i)
		}
	}
	return total
}

func (e *engine) divide(a, b *array.Float64) (*array.Float64, error) {
	if a.Len() != b.Len() {
		return nil, errLength
	}
	out := array.NewFloat64Builder(e.pool)
	defer out.Release()
	for i := range a.Len() {
		if a.IsNull(i) || b.IsNull(i) || b.Value(i) == 0 {
			out.AppendNull()
			continue
		}
		out.Append(a.Value(i) / b.Value(i))
	}
	return out.NewFloat64Array(), nil
}

func (e *engine) report(x, y []float64) error {
	a, b := e.floats(x...), e.floats(y...)
	defer b.Release()
	ratio, err := e.divide(a, b)
	a.Release()
	if err != nil {
		return err
	}
	total := e.sum(ratio)
	if total == 0 {
		return errors.New("nothing to report")
	}
	fmt.Printf("%.2f over %d rows\n", total, ratio.Len()-ratio.NullN())
	return nil
}

func main() {
	pool := memory.NewCheckedAllocator(memory.NewGoAllocator())
	e := &engine{pool: pool}
	func() {
		defer func() {
			if p := recover(); p != nil {
				fmt.Println("panic:", p)
			}
		}()
		for _, in := range [][2][]float64{
			{{1, 2}, {3}}, {{1}, {0}}, {{1, 2, 3}, {2, -1, 4}},
		} {
			if err := e.report(in[0], in[1]); err != nil {
				fmt.Println(err)
			}
		}
	}()
	fmt.Println(pool.CurrentAlloc())
}
