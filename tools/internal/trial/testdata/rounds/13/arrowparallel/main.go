// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type partial struct {
	sum   float64
	count int
	err   error
}

var errEmptyChunk = errors.New("empty chunk")

type aggregator struct {
	mem     memory.Allocator
	work    chan arrow.Array
	results chan partial
	wg      sync.WaitGroup
}

func newAggregator(mem memory.Allocator, workers int) *aggregator {
	a := &aggregator{mem: mem, work: make(chan arrow.Array, workers), results: make(chan partial, workers)}
	a.wg.Add(workers)
	for range workers {
		go a.run()
	}
	return a
}

func (a *aggregator) run() {
	defer a.wg.Done()
	for chunk := range a.work {
		a.results <- fold(chunk)
		chunk.Release()
	}
}

func fold(chunk arrow.Array) (p partial) {
	vals, ok := chunk.(*array.Float64)
	if !ok || vals.Len() == 0 {
		return partial{err: errEmptyChunk}
	}
	for i := range vals.Len() {
		if vals.IsValid(i) {
			p.sum += vals.Value(i)
			p.count++
		}
	}
	return p
}

// mean folds all chunks in parallel.
func (a *aggregator) mean(col *arrow.Chunked) (float64, error) {
	n := len(col.Chunks())
	go func(chunks []arrow.Array) {
		for _, c := range chunks {
			a.work <- c
		}
	}(retained(col.Chunks()))
	var total partial
	for range n {
		p := <-a.results
		total.sum += p.sum
		total.count += p.count
		total.err = errors.Join(total.err, p.err)
	}
	if total.count == 0 {
		total.count = 1
	}
	return total.sum / float64(total.count), total.err
}

func retained(in []arrow.Array) []arrow.Array {
	out := make([]arrow.Array, len(in))
	for i, c := range in {
		c.Retain()
		out[i] = c
	}
	return out
}

func (a *aggregator) close() {
	close(a.work)
	a.wg.Wait()
}

func chunked(mem memory.Allocator, parts ...[]float64) *arrow.Chunked {
	b := array.NewFloat64Builder(mem)
	defer b.Release()
	chunks := make([]arrow.Array, 0, len(parts))
	for _, p := range parts {
		b.AppendValues(p, nil)
		chunks = append(chunks, b.NewArray())
	}
	col := arrow.NewChunked(arrow.PrimitiveTypes.Float64, chunks)
	for _, c := range chunks {
		c.Release()
	}
	return col
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	a := newAggregator(mem, 2)
	for _, parts := range [][][]float64{{{1, 2}, {3}, {4, 5, 6}}, {{7}, {}}, {}} {
		col := chunked(mem, parts...)
		fmt.Println(a.mean(col))
		col.Release()
	}
	a.close()
	fmt.Println("left", mem.CurrentAlloc())
}
