// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A morsel is a part of a column. It owns its array.
type morsel struct {
	data arrow.Array
	n    int
}

func (m *morsel) release() {
	if m.data != nil {
		m.data.Release()
		m.data = nil
	}
}

func ints(mem memory.Allocator, from, to int64) *array.Int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(int(to - from))
	for i := from; i < to; i++ {
		if i%13 == 0 {
			b.AppendNull()
			continue
		}
		b.Append(i)
	}
	return b.NewInt64Array()
}

// cut sends the parts of col, and leaves col to its owner.
func cut(col arrow.Array, size int64, out chan<- morsel) {
	defer close(out)
	n := 0
	for i := int64(0); i < int64(col.Len()); i += size {
		end := min(i+size, int64(col.Len()))
		out <- morsel{array.NewSlice(col, i, end), n}
		n++
	}
}

func partial(m morsel) int64 {
	defer m.release()
	var s int64
	a := m.data.(*array.Int64)
	for i := range a.Len() {
		if a.IsValid(i) {
			s += a.Value(i)
		}
	}
	return s
}

// filter returns the even values, for the caller to release.
func filter(mem memory.Allocator, a *array.Int64) arrow.Array {
	if a.NullN() == 0 && a.Len() < 2 {
		a.Retain()
		return a
	}
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for i := range a.Len() {
		if a.IsValid(i) && a.Value(i)%2 == 0 {
			b.Append(a.Value(i))
		}
	}
	return b.NewArray()
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	col := ints(mem, 0, 1000)
	even := filter(mem, col)
	morsels := make(chan morsel, 2)
	go func() {
		defer even.Release()
		cut(even, 64, morsels)
	}()
	col.Release()

	var mu sync.Mutex
	var total int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for m := range morsels {
				s := partial(m)
				mu.Lock()
				total += s
				mu.Unlock()
			}
		})
	}
	wg.Wait()

	one := ints(mem, 1, 2)
	same := filter(mem, one)
	one.Release()
	fmt.Println(total, same.Len())
	same.Release()
}
