// truth: leak line 33 plain
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type tick struct {
	at    int64
	cents int64
}

type history struct {
	mem   memory.Allocator
	ticks map[string][]tick
}

// average returns the mean price of an item between two times.
func (h *history) average(sku string, from, to int64) (float64, error) {
	times := array.NewInt64Builder(h.mem)
	defer times.Release()
	prices := array.NewInt64Builder(h.mem)
	defer prices.Release()
	for _, t := range h.ticks[sku] {
		times.Append(t.at)
		prices.Append(t.cents)
	}
	at := times.NewInt64Array()
	defer at.Release()
	cents := prices.NewInt64Array()

	lo, hi := 0, at.Len()
	for lo < hi && at.Value(lo) < from {
		lo++
	}
	for hi > lo && at.Value(hi-1) >= to {
		hi--
	}
	if lo == hi {
		return 0, fmt.Errorf("%s: no prices from %d to %d", sku, from, to)
	}
	var sum int64
	for i := lo; i < hi; i++ {
		sum += cents.Value(i)
	}
	cents.Release()
	return float64(sum) / float64(hi-lo), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	h := &history{mem: mem, ticks: map[string][]tick{}}
	for i := range int64(40) {
		h.ticks["lamp"] = append(h.ticks["lamp"], tick{at: i * 10, cents: 1000 + i})
	}
	fmt.Println(h.average("lamp", 100, 200))
	fmt.Println(h.average("lamp", 1000, 2000))
	fmt.Println(h.average("desk", 0, 10))
	fmt.Println(mem.CurrentAlloc())
}
