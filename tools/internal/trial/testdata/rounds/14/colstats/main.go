// truth: use-after-release line 59 hard

// Command colstats keeps a window of Arrow columns and computes statistics over it.
package main

import (
	"container/list"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type window struct {
	cols   *list.List
	max    int
	newest *array.Int64
}

func newWindow(max int) *window { return &window{cols: list.New(), max: max} }

// add takes the column over.
func (w *window) add(col *array.Int64) {
	w.cols.PushBack(col)
	w.newest = col
	for w.cols.Len() > w.max {
		w.cols.Remove(w.cols.Front()).(*array.Int64).Release()
	}
}

func (w *window) mean() float64 {
	var sum, n int64
	for e := w.cols.Front(); e != nil; e = e.Next() {
		col := e.Value.(*array.Int64)
		for i := range col.Len() {
			sum += col.Value(i)
		}
		n += int64(col.Len())
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// dropUntil drops columns until the mean is at most limit.
func (w *window) dropUntil(limit float64) (dropped int) {
	for w.cols.Len() > 0 && w.mean() > limit {
		w.cols.Remove(w.cols.Back()).(*array.Int64).Release()
		dropped++
	}
	return dropped
}

func (w *window) latest() (int64, bool) {
	if w.newest == nil {
		return 0, false
	}
	return w.newest.Value(w.newest.Len() - 1), true
}

func (w *window) Close() {
	for e := w.cols.Front(); e != nil; e = w.cols.Front() {
		w.cols.Remove(e).(*array.Int64).Release()
	}
	w.newest = nil
}

func column(alloc memory.Allocator, values ...int64) *array.Int64 {
	b := array.NewInt64Builder(alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewInt64Array()
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	w := newWindow(3)
	for i := range int64(5) {
		w.add(column(alloc, i*10, i*10+1))
	}
	fmt.Println(w.mean())
	fmt.Println(w.latest())
	defer func() {
		fmt.Println(recover() != nil)
		w.Close()
		fmt.Println(alloc.CurrentAlloc())
	}()
	fmt.Println(w.dropUntil(25))
	fmt.Println(w.latest())
}
