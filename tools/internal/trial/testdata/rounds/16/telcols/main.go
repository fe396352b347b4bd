// truth: correct

package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "ts", Type: arrow.PrimitiveTypes.Int64},
	{Name: "value", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type sample struct {
	ts    int64
	value float64
}

func build(mem memory.Allocator, samples []sample) (arrow.RecordBatch, error) {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	ts := b.Field(0).(*array.Int64Builder)
	vals := b.Field(1).(*array.Float64Builder)
	last := int64(-1)
	for _, s := range samples {
		if s.ts <= last {
			return nil, fmt.Errorf("timestamp %d not after %d", s.ts, last)
		}
		last = s.ts
		ts.Append(s.ts)
		vals.Append(s.value)
	}
	return b.NewRecordBatch(), nil
}

// window keeps the latest batches for queries.
type window struct {
	recs []arrow.RecordBatch
	max  int
}

func (w *window) push(r arrow.RecordBatch) {
	r.Retain()
	if len(w.recs) == w.max {
		w.recs[0].Release()
		w.recs = append(w.recs[:0], w.recs[1:]...)
	}
	w.recs = append(w.recs, r)
}

// last returns the final n rows of the newest batch, for the caller to release.
func (w *window) last(n int64) arrow.RecordBatch {
	if len(w.recs) == 0 {
		return nil
	}
	r := w.recs[len(w.recs)-1]
	return r.NewSlice(max(0, r.NumRows()-n), r.NumRows())
}

func (w *window) sum() (total float64) {
	for _, r := range w.recs {
		col := r.Column(1).(*array.Float64)
		for i := range col.Len() {
			total += col.Value(i)
		}
	}
	return total
}

func (w *window) close() {
	for _, r := range w.recs {
		r.Release()
	}
	w.recs = nil
}

func ingest(mem memory.Allocator, w *window, samples []sample) error {
	rec, err := build(mem, samples)
	if err != nil {
		return err
	}
	defer rec.Release()
	if rec.NumRows() == 0 {
		return nil
	}
	w.push(rec)
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	w := &window{max: 2}
	for i := range int64(4) {
		if err := ingest(mem, w, []sample{{i, 1}, {i + 1, 2}, {i + 2, float64(i)}}); err != nil {
			fmt.Println(err)
		}
	}
	if err := ingest(mem, w, []sample{{5, 1}, {4, 1}}); err != nil {
		fmt.Println(err)
	}
	if err := ingest(mem, w, nil); err != nil {
		fmt.Println(err)
	}
	if tail := w.last(2); tail != nil {
		fmt.Println(tail.NumRows(), tail.Column(0))
		tail.Release()
	}
	fmt.Println(w.sum())
	w.close()
	fmt.Println("in use:", mem.CurrentAlloc())
}
