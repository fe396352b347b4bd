// truth: correct

// Command columnwindow keeps a sliding window over an integer column: new
// chunks are appended, old rows are cut off by slicing.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNoRows = errors.New("chunk has no rows")

type window struct {
	mem  memory.Allocator
	rows int64
	cur  arrow.Array // owned; nil while empty
}

// push adds chunk, which stays the caller's.
func (w *window) push(chunk arrow.Array) error {
	if chunk.Len() == 0 {
		return errNoRows
	}
	joined := chunk
	if w.cur == nil {
		joined.Retain()
	} else {
		var err error
		if joined, err = array.Concatenate([]arrow.Array{w.cur, chunk}, w.mem); err != nil {
			return err
		}
		w.cur.Release()
		w.cur = nil
	}
	if n := int64(joined.Len()); n > w.rows {
		tail := array.NewSlice(joined, n-w.rows, n)
		joined.Release()
		joined = tail
	}
	w.cur = joined
	return nil
}

// view returns the latest n rows, which the caller must release.
func (w *window) view(n int64) (arrow.Array, bool) {
	if w.cur == nil {
		return nil, false
	}
	size := int64(w.cur.Len())
	if n >= size {
		w.cur.Retain()
		return w.cur, true
	}
	return array.NewSlice(w.cur, size-n, size), true
}

func (w *window) close() {
	if w.cur != nil {
		w.cur.Release()
		w.cur = nil
	}
}

func chunk(mem memory.Allocator, from, n int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(int(n))
	for i := range n {
		b.UnsafeAppend(from + i)
	}
	return b.NewArray()
}

func sum(a arrow.Array) (s int64) {
	for _, v := range a.(*array.Int64).Int64Values() {
		s += v
	}
	return s
}

func fill(w *window, sizes ...int64) {
	from := int64(0)
	for _, n := range sizes {
		c := chunk(w.mem, from, n)
		if err := w.push(c); err != nil {
			fmt.Println(from, err)
		}
		c.Release()
		from += n
	}
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	w := &window{mem: mem, rows: 6}
	if _, ok := w.view(1); ok {
		panic("view of an empty window")
	}
	fill(w, 4, 0, 3, 5)
	for _, n := range []int64{2, 6, 100} {
		v, ok := w.view(n)
		if !ok {
			continue
		}
		fmt.Println(v.Len(), sum(v))
		v.Release()
	}
	w.close()
	fmt.Println(mem.CurrentAlloc())
}
