// truth: correct

// Command arrowscatter cuts a batch into slices and filters them in workers.
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type task struct {
	part  int
	batch arrow.RecordBatch // owned by the task
}

type outcome struct {
	part int
	hits arrow.Array // owned; nil if there are none
}

type engine struct {
	alloc   memory.Allocator
	workers int
}

func (e *engine) readings(n int) arrow.RecordBatch {
	schema := arrow.NewSchema([]arrow.Field{{Name: "celsius", Type: arrow.PrimitiveTypes.Float64}}, nil)
	b := array.NewRecordBuilder(e.alloc, schema)
	defer b.Release()
	values := b.Field(0).(*array.Float64Builder)
	values.Reserve(n)
	for i := range n {
		values.Append(float64(i*7%40) - 5)
	}
	return b.NewRecordBatch()
}

// scatter sends slices until all are sent or ctx is done.
func scatter(ctx context.Context, batch arrow.RecordBatch, rows int64) <-chan task {
	out := make(chan task)
	batch.Retain()
	go func() {
		defer close(out)
		defer batch.Release()
		part := 0
		for from := int64(0); from < batch.NumRows(); from += rows {
			to := min(from+rows, batch.NumRows())
			t := task{part: part, batch: batch.NewSlice(from, to)}
			select {
			case out <- t:
				part++
			case <-ctx.Done():
				t.batch.Release()
				return
			}
		}
	}()
	return out
}

func (e *engine) filter(t task, above float64) outcome {
	defer t.batch.Release()
	b := array.NewFloat64Builder(e.alloc)
	defer b.Release()
	col := t.batch.Column(0).(*array.Float64)
	for i := range col.Len() {
		if v := col.Value(i); v > above {
			b.Append(v)
		}
	}
	if b.Len() == 0 {
		return outcome{part: t.part}
	}
	return outcome{part: t.part, hits: b.NewArray()}
}

// hot returns all readings above the limit, which the caller must release, or
// nil if there are none.
func (e *engine) hot(ctx context.Context, batch arrow.RecordBatch, above float64) (arrow.Array, error) {
	tasks := scatter(ctx, batch, 16)
	results := make(chan outcome)
	var wg sync.WaitGroup
	for range e.workers {
		wg.Go(func() {
			for t := range tasks {
				results <- e.filter(t, above)
			}
		})
	}
	go func() {
		wg.Wait()
		close(results)
	}()

	var parts []arrow.Array
	for r := range results {
		if r.hits != nil {
			parts = append(parts, r.hits)
		}
	}
	defer func() {
		for _, p := range parts {
			p.Release()
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return array.Concatenate(parts, e.alloc)
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	e := &engine{alloc: alloc, workers: 3}
	batch := e.readings(100)
	for _, limit := range []float64{20, 33, 90} {
		hits, err := e.hot(context.Background(), batch, limit)
		if err != nil || hits == nil {
			fmt.Println("none above", limit, err)
			continue
		}
		fmt.Println(hits.Len(), "above", limit)
		hits.Release()
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := e.hot(ctx, batch, 0)
	fmt.Println(err)
	batch.Release()
	fmt.Println("bytes left", alloc.CurrentAlloc())
}
