// truth: double-release line 21,52 hard
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type slot struct {
	from, to int64
	recs     []arrow.Array
}

func (s *slot) add(rec arrow.Array) { s.recs = append(s.recs, rec) }

func (s *slot) close() {
	for i, rec := range s.recs {
		rec.Release()
		s.recs[i] = nil
	}
	s.recs = nil
}

// tumbler sorts batches of timestamps into windows of equal width.
type tumbler struct {
	mem   memory.Allocator
	width int64
	slots map[int64]*slot
}

func (t *tumbler) slot(n int64) *slot {
	s, ok := t.slots[n]
	if !ok {
		s = &slot{from: n * t.width, to: (n + 1) * t.width}
		t.slots[n] = s
	}
	return s
}

// push puts a batch into each window that it touches.
func (t *tumbler) push(times ...int64) {
	b := array.NewInt64Builder(t.mem)
	defer b.Release()
	b.AppendValues(times, nil)
	batch := b.NewInt64Array()
	first := batch.Value(0) / t.width
	last := batch.Value(batch.Len()-1) / t.width
	for n := first; n <= last; n++ {
		t.slot(n).add(batch)
	}
}

func (t *tumbler) count(n int64) (rows int) {
	s := t.slots[n]
	for _, rec := range s.recs {
		for _, ts := range rec.(*array.Int64).Int64Values() {
			if ts >= s.from && ts < s.to {
				rows++
			}
		}
	}
	return rows
}

func (t *tumbler) evict(n int64) {
	if s, ok := t.slots[n]; ok {
		s.close()
		delete(t.slots, n)
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	t := &tumbler{mem: alloc, width: 10, slots: map[int64]*slot{}}
	t.push(1, 2, 9)
	t.push(8, 9, 11, 12)
	t.push(21, 22)
	for n := range int64(3) {
		fmt.Println("window", n, "rows", t.count(n))
	}
	for n := range int64(3) {
		t.evict(n)
	}
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
