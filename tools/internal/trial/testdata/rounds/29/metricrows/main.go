// truth: correct

// Command metricrows turns samples into Arrow record batches, by size, and
// sums them in a consumer.
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "metric", Type: arrow.BinaryTypes.String},
	{Name: "value", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type sample struct {
	metric string
	value  float64
	absent bool
}

type batcher struct {
	b    *array.RecordBuilder
	rows int
	max  int
	out  chan<- arrow.RecordBatch
}

func newBatcher(alloc memory.Allocator, max int, out chan<- arrow.RecordBatch) *batcher {
	return &batcher{b: array.NewRecordBuilder(alloc, schema), max: max, out: out}
}

func (b *batcher) add(ctx context.Context, s sample) error {
	b.b.Field(0).(*array.StringBuilder).Append(s.metric)
	values := b.b.Field(1).(*array.Float64Builder)
	if s.absent {
		values.AppendNull()
	} else {
		values.Append(s.value)
	}
	if b.rows++; b.rows < b.max {
		return nil
	}
	return b.flush(ctx)
}

// flush hands the rows over to the consumer.
func (b *batcher) flush(ctx context.Context) error {
	if b.rows == 0 {
		return nil
	}
	b.rows = 0
	rec := b.b.NewRecordBatch()
	select {
	case b.out <- rec:
		return nil
	case <-ctx.Done():
		rec.Release()
		return ctx.Err()
	}
}

func (b *batcher) close() {
	b.b.Release()
	close(b.out)
}

type totals struct {
	sums  map[string]float64
	nulls int
}

func (t *totals) consume(rec arrow.RecordBatch) {
	defer rec.Release()
	names := rec.Column(0).(*array.String)
	values := rec.Column(1).(*array.Float64)
	for i := range int(rec.NumRows()) {
		if values.IsNull(i) {
			t.nulls++
			continue
		}
		t.sums[names.Value(i)] += values.Value(i)
	}
}

func produce(ctx context.Context, alloc memory.Allocator, out chan<- arrow.RecordBatch, n int) error {
	b := newBatcher(alloc, 4, out)
	defer b.close()
	for i := range n {
		s := sample{metric: []string{"cpu", "mem", "net"}[i%3], value: float64(i), absent: i%5 == 4}
		if err := b.add(ctx, s); err != nil {
			return err
		}
	}
	return b.flush(ctx)
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	recs := make(chan arrow.RecordBatch)
	t := &totals{sums: map[string]float64{}}
	var wg sync.WaitGroup
	wg.Go(func() {
		for rec := range recs {
			t.consume(rec)
		}
	})
	if err := produce(context.Background(), alloc, recs, 26); err != nil {
		panic(err)
	}
	wg.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := produce(ctx, alloc, make(chan arrow.RecordBatch), 9)
	fmt.Println(t.sums, t.nulls, err, alloc.CurrentAlloc())
}
