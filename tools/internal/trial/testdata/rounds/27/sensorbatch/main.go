// truth: correct

// Sensorbatch turns readings into Arrow record batches of a fixed size, and
// hands them to sinks that keep what they need.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "sensor", Type: arrow.BinaryTypes.String},
	{Name: "celsius", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type reading struct {
	sensor  string
	celsius float64
	missing bool
}

type sink interface {
	// write borrows the batch.
	write(batch arrow.RecordBatch) error
}

type batcher struct {
	builder *array.RecordBuilder
	size    int
	rows    int
	sinks   []sink
}

func newBatcher(alloc memory.Allocator, size int, sinks ...sink) *batcher {
	return &batcher{builder: array.NewRecordBuilder(alloc, schema), size: size, sinks: sinks}
}

func (b *batcher) append(r reading) error {
	b.builder.Field(0).(*array.StringBuilder).Append(r.sensor)
	values := b.builder.Field(1).(*array.Float64Builder)
	if r.missing {
		values.AppendNull()
	} else {
		values.Append(r.celsius)
	}
	b.rows++
	if b.rows < b.size {
		return nil
	}
	return b.flush()
}

func (b *batcher) flush() error {
	if b.rows == 0 {
		return nil
	}
	batch := b.builder.NewRecordBatch()
	defer batch.Release()
	b.rows = 0
	var failed error
	for _, s := range b.sinks {
		failed = errors.Join(failed, s.write(batch))
	}
	return failed
}

func (b *batcher) close() error {
	defer b.builder.Release()
	return b.flush()
}

// latest keeps the last batches.
type latest struct {
	batches []arrow.RecordBatch
	max     int
}

func (l *latest) write(batch arrow.RecordBatch) error {
	batch.Retain()
	l.batches = append(l.batches, batch)
	if len(l.batches) > l.max {
		l.batches[0].Release()
		l.batches = append(l.batches[:0:0], l.batches[1:]...)
	}
	return nil
}

func (l *latest) tail(n int64) arrow.RecordBatch {
	last := l.batches[len(l.batches)-1]
	return last.NewSlice(max(0, last.NumRows()-n), last.NumRows())
}

func (l *latest) close() {
	for _, batch := range l.batches {
		batch.Release()
	}
	l.batches = nil
}

type mean struct {
	sum   float64
	count int
}

func (m *mean) write(batch arrow.RecordBatch) error {
	column, ok := batch.Column(1).(*array.Float64)
	if !ok {
		return fmt.Errorf("column 1 is %s", batch.Column(1).DataType())
	}
	for i := range column.Len() {
		if column.IsValid(i) {
			m.sum += column.Value(i)
			m.count++
		}
	}
	return nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	recent, avg := &latest{max: 2}, &mean{}
	b := newBatcher(alloc, 4, recent, avg)
	for i := range 15 {
		if err := b.append(reading{fmt.Sprint("s", i%3), float64(i), i%5 == 0}); err != nil {
			fmt.Println(err)
		}
	}
	if err := b.close(); err != nil {
		fmt.Println(err)
	}
	tail := recent.tail(2)
	fmt.Println(len(recent.batches), avg.sum/float64(avg.count), tail.Column(0))
	tail.Release()
	recent.close()
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
