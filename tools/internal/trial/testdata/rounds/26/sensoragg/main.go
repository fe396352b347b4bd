// truth: correct

// Command sensoragg builds record batches from sensor readings and aggregates them.
package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "sensor", Type: arrow.BinaryTypes.String},
	{Name: "value", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type reading struct {
	sensor string
	value  float64
	ok     bool
}

type batcher struct {
	b     *array.RecordBuilder
	rows  int
	limit int
	emit  func(arrow.RecordBatch) error // borrows the batch
}

func newBatcher(alloc memory.Allocator, limit int, emit func(arrow.RecordBatch) error) *batcher {
	return &batcher{b: array.NewRecordBuilder(alloc, schema), limit: limit, emit: emit}
}

func (b *batcher) add(r reading) error {
	b.b.Field(0).(*array.StringBuilder).Append(r.sensor)
	if v := b.b.Field(1).(*array.Float64Builder); r.ok {
		v.Append(r.value)
	} else {
		v.AppendNull()
	}
	b.rows++
	if b.rows < b.limit {
		return nil
	}
	return b.flush()
}

func (b *batcher) flush() error {
	if b.rows == 0 {
		return nil
	}
	b.rows = 0
	rec := b.b.NewRecordBatch()
	defer rec.Release()
	return b.emit(rec)
}

func (b *batcher) close() error {
	defer b.b.Release()
	return b.flush()
}

type stats struct {
	sum, max map[string]float64
	nulls    int
	last     arrow.RecordBatch // owned; nil at first
}

func (s *stats) observe(rec arrow.RecordBatch) error {
	names, ok := rec.Column(0).(*array.String)
	if !ok {
		return fmt.Errorf("column 0 is a %s", rec.Column(0).DataType())
	}
	vals := rec.Column(1).(*array.Float64)
	for i := range int(rec.NumRows()) {
		if vals.IsNull(i) {
			s.nulls++
			continue
		}
		name := names.Value(i)
		s.sum[name] += vals.Value(i)
		s.max[name] = max(s.max[name], vals.Value(i))
	}
	rec.Retain()
	if s.last != nil {
		s.last.Release()
	}
	s.last = rec
	return nil
}

func (s *stats) close() {
	if s.last != nil {
		s.last.Release()
		s.last = nil
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	s := &stats{sum: map[string]float64{}, max: map[string]float64{}}
	b := newBatcher(alloc, 4, s.observe)
	for i := range 10 {
		r := reading{fmt.Sprintf("s%d", i%3), float64(i), i%4 != 3}
		if err := b.add(r); err != nil {
			fmt.Println(err)
			break
		}
	}
	if err := b.close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println("last batch", s.last.NumRows())
	s.close()
	for _, name := range slices.Sorted(maps.Keys(s.sum)) {
		fmt.Println(name, s.sum[name], s.max[name])
	}
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
