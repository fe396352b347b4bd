// truth: leak line 39 plain

// Command histocols builds list columns of histogram buckets for an export.
package main

import (
	"fmt"
	"sort"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type histogram struct {
	name   string
	bounds []float64
	counts []int64
}

func (h *histogram) observe(v float64) {
	h.counts[sort.SearchFloat64s(h.bounds, v)]++
}

var listType = arrow.ListOf(arrow.PrimitiveTypes.Int64)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "name", Type: arrow.BinaryTypes.String},
	{Name: "counts", Type: listType},
}, nil)

// export returns a batch that the caller owns.
func export(mem memory.Allocator, hists []*histogram) (arrow.RecordBatch, error) {
	nb := array.NewStringBuilder(mem)
	defer nb.Release()
	for _, h := range hists {
		nb.Append(h.name)
	}
	names := nb.NewStringArray()

	lb := array.NewListBuilder(mem, arrow.PrimitiveTypes.Int64)
	defer lb.Release()
	values := lb.ValueBuilder().(*array.Int64Builder)
	for _, h := range hists {
		if len(h.counts) != len(h.bounds)+1 {
			return nil, fmt.Errorf("histogram %s has %d counts for %d bounds", h.name, len(h.counts), len(h.bounds))
		}
		lb.Append(true)
		values.AppendValues(h.counts, nil)
	}
	counts := lb.NewListArray()
	defer counts.Release()
	defer names.Release()
	return array.NewRecordBatch(schema, []arrow.Array{names, counts}, int64(len(hists))), nil
}

func describe(batch arrow.RecordBatch) {
	names := batch.Column(0).(*array.String)
	lists := batch.Column(1).(*array.List)
	flat := lists.ListValues().(*array.Int64)
	for i := range int(batch.NumRows()) {
		from, to := lists.ValueOffsets(i)
		fmt.Println(names.Value(i), flat.Int64Values()[from:to])
	}
}

func run(mem memory.Allocator, hists ...*histogram) error {
	batch, err := export(mem, hists)
	if err != nil {
		return err
	}
	defer batch.Release()
	describe(batch)
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	latency := &histogram{"latency", []float64{1, 5, 25}, make([]int64, 4)}
	size := &histogram{"size", []float64{100, 1000}, make([]int64, 3)}
	for i := range 60 {
		latency.observe(float64(i) / 2)
		size.observe(float64(i * i))
	}
	fmt.Println(run(mem, latency, size))
	fmt.Println(run(mem, latency, &histogram{name: "broken", counts: []int64{1, 2}}))
	fmt.Println(mem.CurrentAlloc(), "bytes in use")
}
