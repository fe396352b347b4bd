// truth: correct

// Command colingest turns click events into Arrow record batches and hands each
// to a writer and to a running aggregate.
package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "user", Type: arrow.BinaryTypes.String},
	{Name: "page", Type: arrow.PrimitiveTypes.Int64},
	{Name: "ms", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type Click struct {
	User string
	Page int64
	Ms   float64 // negative if unknown
}

type Sink interface {
	// Consume borrows rec; it retains what it keeps.
	Consume(rec arrow.RecordBatch) error
}

type Ingester struct {
	builder *array.RecordBuilder
	rows    int
	max     int
	sinks   []Sink
}

func NewIngester(mem memory.Allocator, max int, sinks ...Sink) *Ingester {
	return &Ingester{builder: array.NewRecordBuilder(mem, schema), max: max, sinks: sinks}
}

func (in *Ingester) Add(c Click) error {
	if c.User == "" {
		return errors.New("click without a user")
	}
	in.builder.Field(0).(*array.StringBuilder).Append(c.User)
	in.builder.Field(1).(*array.Int64Builder).Append(c.Page)
	ms := in.builder.Field(2).(*array.Float64Builder)
	if c.Ms < 0 {
		ms.AppendNull()
	} else {
		ms.Append(c.Ms)
	}
	if in.rows++; in.rows < in.max {
		return nil
	}
	return in.Flush()
}

func (in *Ingester) Flush() error {
	if in.rows == 0 {
		return nil
	}
	in.rows = 0
	rec := in.builder.NewRecordBatch()
	defer rec.Release()
	for _, s := range in.sinks {
		if err := s.Consume(rec); err != nil {
			return err
		}
	}
	return nil
}

func (in *Ingester) Close() error {
	defer in.builder.Release()
	return in.Flush()
}

type fileSink struct{ w *ipc.Writer }

func (f fileSink) Consume(rec arrow.RecordBatch) error { return f.w.Write(rec) }

// latest keeps the last full batch.
type latest struct {
	rec   arrow.RecordBatch
	total float64
	limit int
}

func (l *latest) Consume(rec arrow.RecordBatch) error {
	if l.limit--; l.limit < 0 {
		return errors.New("quota exceeded")
	}
	ms := rec.Column(2).(*array.Float64)
	for i := range ms.Len() {
		if ms.IsValid(i) {
			l.total += ms.Value(i)
		}
	}
	rec.Retain()
	l.close()
	l.rec = rec
	return nil
}

func (l *latest) close() {
	if l.rec != nil {
		l.rec.Release()
		l.rec = nil
	}
}

func ingest(mem memory.Allocator, clicks, quota int) (err error) {
	var file bytes.Buffer
	w := ipc.NewWriter(&file, ipc.WithSchema(schema), ipc.WithAllocator(mem))
	last := &latest{limit: quota}
	defer last.close()
	in := NewIngester(mem, 4, fileSink{w}, last)
	for i := range clicks {
		if err = in.Add(Click{fmt.Sprint("u", i%3), int64(i), float64(i%5 - 1)}); err != nil {
			break
		}
	}
	err = errors.Join(err, in.Close(), w.Close())
	if last.rec != nil {
		fmt.Println(last.rec.NumRows(), last.total, file.Len() > 0)
	}
	return err
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	fmt.Println(ingest(mem, 10, 5))
	fmt.Println(ingest(mem, 3, 0))
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are leased"))
	}
}
