// truth: double-release line 54,71 hard

package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type frame struct {
	names []string
	cols  []arrow.Array
}

func ints(mem memory.Allocator, vals ...int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(vals, nil)
	return b.NewArray()
}

func (f *frame) add(name string, col arrow.Array) {
	f.names = append(f.names, name)
	f.cols = append(f.cols, col)
}

func (f *frame) find(name string) int {
	for i, n := range f.names {
		if n == name {
			return i
		}
	}
	return -1
}

// replace takes col over.
func (f *frame) replace(name string, col arrow.Array) error {
	i := f.find(name)
	if i < 0 {
		col.Release()
		return fmt.Errorf("no column %q", name)
	}
	f.cols[i].Release()
	f.cols[i] = col
	return nil
}

// alias shows a column under a second name.
func (f *frame) alias(name, as string) {
	if i := f.find(name); i >= 0 {
		f.add(as, f.cols[i])
	}
}

func (f *frame) sum(name string) (total int64) {
	i := f.find(name)
	if i < 0 {
		return 0
	}
	for _, v := range f.cols[i].(*array.Int64).Int64Values() {
		total += v
	}
	return total
}

func (f *frame) Release() {
	for _, col := range f.cols {
		col.Release()
	}
	f.names, f.cols = nil, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	f := &frame{}
	f.add("width", ints(mem, 640, 1280))
	f.add("height", ints(mem, 480, 720))
	f.alias("height", "rows")
	fmt.Println(f.sum("width"), f.sum("rows"))
	fmt.Println(f.replace("depth", ints(mem, 8)))
	fmt.Println(f.replace("width", ints(mem, 320, 640)), f.sum("width"))
	f.Release()
	fmt.Println(mem.CurrentAlloc())
}
