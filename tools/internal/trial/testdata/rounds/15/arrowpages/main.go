// truth: leak line 64 callee
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type feed struct {
	alloc memory.Allocator
	size  int64
}

func (f *feed) load(n int) arrow.Array {
	b := array.NewInt32Builder(f.alloc)
	defer b.Release()
	for i := range n {
		if i%5 == 4 {
			b.AppendNull()
			continue
		}
		b.Append(int32(i * i))
	}
	return b.NewArray()
}

func (f *feed) page(all arrow.Array, no int) (arrow.Array, bool) {
	from := int64(no) * f.size
	if from >= int64(all.Len()) {
		return nil, false
	}
	return array.NewSlice(all, from, min(from+f.size, int64(all.Len()))), true
}

func sum(a arrow.Array) (total int64) {
	ints := a.(*array.Int32)
	for i := range ints.Len() {
		if ints.IsValid(i) {
			total += int64(ints.Value(i))
		}
	}
	return total
}

func (f *feed) totals(n int) (out []int64) {
	all := f.load(n)
	defer all.Release()
	for no := 0; ; no++ {
		p, ok := f.page(all, no)
		if !ok {
			return out
		}
		out = append(out, sum(p))
		p.Release()
	}
}

func (f *feed) first(n int) (int64, error) {
	all := f.load(n)
	defer all.Release()
	p, ok := f.page(all, 0)
	if !ok {
		return 0, fmt.Errorf("no page in %d values", n)
	}
	return sum(p), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	f := &feed{alloc, 4}
	fmt.Println(f.totals(10), alloc.CurrentAlloc())
	fmt.Println(f.first(0))
	fmt.Println(f.first(6))
	fmt.Println("bytes left:", alloc.CurrentAlloc())
}
