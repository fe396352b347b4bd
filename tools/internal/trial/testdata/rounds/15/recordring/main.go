// truth: leak line 26 hard
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// history has the latest arrays of a series.
type history struct {
	slots [4]arrow.Array
	next  int
	alloc memory.Allocator
}

func (h *history) push(values ...int64) error {
	if len(values) == 0 {
		return fmt.Errorf("batch %d is empty", h.next)
	}
	b := array.NewInt64Builder(h.alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	h.slots[h.next%len(h.slots)] = b.NewArray()
	h.next++
	return nil
}

func (h *history) each(f func(arrow.Array)) {
	for i := range h.slots {
		if a := h.slots[(h.next+i)%len(h.slots)]; a != nil {
			f(a)
		}
	}
}

func (h *history) merged() (arrow.Array, error) {
	var all []arrow.Array
	h.each(func(a arrow.Array) { all = append(all, a) })
	return array.Concatenate(all, h.alloc)
}

func (h *history) close() {
	for i, a := range h.slots {
		if a != nil {
			a.Release()
			h.slots[i] = nil
		}
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	h := &history{alloc: alloc}
	for i := range int64(6) {
		if err := h.push(i, i*i); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(h.push())
	m, err := h.merged()
	if err != nil {
		panic(err)
	}
	fmt.Println(m)
	m.Release()
	h.close()
	fmt.Println("bytes left:", alloc.CurrentAlloc())
}
