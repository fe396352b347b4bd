// truth: correct

// Command metricbatches turns samples into record batches of bounded size and
// aggregates them per host.
package main

import (
	"fmt"
	"sort"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "value", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type sample struct {
	host  string
	value float64
	ok    bool
}

// A batcher collects samples; it owns its builder and the finished batches.
type batcher struct {
	builder *array.RecordBuilder
	rows    int
	limit   int
	full    []arrow.RecordBatch
}

func newBatcher(mem memory.Allocator, limit int) *batcher {
	return &batcher{builder: array.NewRecordBuilder(mem, schema), limit: limit}
}

func (b *batcher) add(s sample) {
	b.builder.Field(0).(*array.StringBuilder).Append(s.host)
	values := b.builder.Field(1).(*array.Float64Builder)
	if s.ok {
		values.Append(s.value)
	} else {
		values.AppendNull()
	}
	if b.rows++; b.rows == b.limit {
		b.cut()
	}
}

func (b *batcher) cut() {
	b.full = append(b.full, b.builder.NewRecordBatch())
	b.rows = 0
}

// take hands the batches over to the caller.
func (b *batcher) take() []arrow.RecordBatch {
	if b.rows > 0 {
		b.cut()
	}
	out := b.full
	b.full = nil
	return out
}

func (b *batcher) Release() {
	for _, rec := range b.full {
		rec.Release()
	}
	b.full = nil
	b.builder.Release()
}

func aggregate(rec arrow.RecordBatch, into map[string]float64) error {
	hosts, ok := rec.Column(0).(*array.String)
	if !ok {
		return fmt.Errorf("column 0 is %s", rec.Column(0).DataType())
	}
	values := rec.Column(1).(*array.Float64)
	for i := range hosts.Len() {
		if values.IsValid(i) {
			into[hosts.Value(i)] += values.Value(i)
		}
	}
	return nil
}

func run(mem memory.Allocator, samples []sample) (map[string]float64, error) {
	b := newBatcher(mem, 3)
	defer b.Release()
	for _, s := range samples {
		b.add(s)
	}
	batches := b.take()
	defer func() {
		for _, rec := range batches {
			rec.Release()
		}
	}()
	sums := map[string]float64{}
	for _, rec := range batches {
		if err := aggregate(rec, sums); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var samples []sample
	for i := range 10 {
		samples = append(samples, sample{fmt.Sprint("h", i%3), float64(i), i%4 != 0})
	}
	sums, err := run(mem, samples)
	if err != nil {
		panic(err)
	}
	hosts := make([]string, 0, len(sums))
	for host := range sums {
		hosts = append(hosts, host)
	}
	sort.Strings(hosts)
	for _, host := range hosts {
		fmt.Println(host, sums[host])
	}
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are still allocated"))
	}
}
