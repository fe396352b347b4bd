// truth: leak line 25,78 hard

// Command slidingcols computes moving averages over the latest columns of a feed.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

const depth = 3

// A Window owns the latest columns of one feed.
type Window struct {
	cols [depth]*array.Float64
	next int
	n    int
}

// Push takes col over.
func (w *Window) Push(col *array.Float64) {
	w.cols[w.next] = col
	w.next = (w.next + 1) % depth
	w.n = min(w.n+1, depth)
}

func (w *Window) Mean() (float64, bool) {
	sum, n := 0.0, 0
	for _, col := range w.cols[:w.n] {
		for i := range col.Len() {
			if col.IsValid(i) {
				sum += col.Value(i)
				n++
			}
		}
	}
	return sum / float64(max(1, n)), n > 0
}

func (w *Window) Close() {
	for i, col := range w.cols {
		if col != nil {
			col.Release()
			w.cols[i] = nil
		}
	}
	w.n, w.next = 0, 0
}

var errEmpty = errors.New("no values")

type Feeds struct {
	alloc   memory.Allocator
	windows map[string]*Window
}

func (f *Feeds) Ingest(feed string, values ...float64) error {
	if len(values) == 0 {
		return fmt.Errorf("%s: %w", feed, errEmpty)
	}
	b := array.NewFloat64Builder(f.alloc)
	defer b.Release()
	for _, v := range values {
		if v < 0 {
			b.AppendNull()
		} else {
			b.Append(v)
		}
	}
	w := f.windows[feed]
	if w == nil {
		w = &Window{}
		f.windows[feed] = w
	}
	w.Push(b.NewFloat64Array())
	return nil
}

func (f *Feeds) Close() {
	for name, w := range f.windows {
		w.Close()
		delete(f.windows, name)
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	f := &Feeds{alloc: alloc, windows: map[string]*Window{}}
	fmt.Println(f.Ingest("temp"))
	for i := range 5 {
		_ = f.Ingest("temp", float64(i), -1, float64(i+2))
		if i < 2 {
			_ = f.Ingest("wind", 7)
		}
	}
	fmt.Println(f.windows["temp"].Mean())
	fmt.Println(f.windows["wind"].Mean())
	f.Close()
	fmt.Println("allocated", alloc.CurrentAlloc())
}
