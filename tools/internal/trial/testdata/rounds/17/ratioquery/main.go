// truth: leak line 40 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNoData = errors.New("no row has a denominator")

type planner struct {
	mem memory.Allocator
}

func (p *planner) column(vals []int64) *array.Int64 {
	b := array.NewInt64Builder(p.mem)
	defer b.Release()
	b.AppendValues(vals, nil)
	return b.NewInt64Array()
}

// ratio divides num by den; rows without a denominator are null.
func (p *planner) ratio(num, den *array.Int64) (*array.Float64, error) {
	if num.Len() != den.Len() {
		return nil, fmt.Errorf("ratio: %d rows against %d", num.Len(), den.Len())
	}
	b := array.NewFloat64Builder(p.mem)
	defer b.Release()
	b.Reserve(num.Len())
	for i := range num.Len() {
		if d := den.Value(i); d != 0 {
			b.Append(float64(num.Value(i)) / float64(d))
		} else {
			b.AppendNull()
		}
	}
	out := b.NewFloat64Array()
	if out.NullN() == out.Len() {
		return nil, errNoData
	}
	return out, nil
}

func (p *planner) show(name string, num, den []int64) error {
	n := p.column(num)
	defer n.Release()
	d := p.column(den)
	defer d.Release()
	r, err := p.ratio(n, d)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer r.Release()
	fmt.Println(name, r)
	return nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	p := &planner{mem: alloc}
	for _, err := range []error{
		p.show("ctr", []int64{1, 2, 3}, []int64{10, 0, 30}),
		p.show("uneven", []int64{1, 2, 3}, []int64{10}),
		p.show("cvr", []int64{1, 2}, []int64{0, 0}),
	} {
		if err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
