// truth: correct

// Command colstats builds record batches and adds up their columns.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "load", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type reading struct {
	host string
	load float64
}

var errHost = errors.New("reading without host")

// ingester builds batches of a fixed size.
type ingester struct {
	b     *array.RecordBuilder
	size  int
	rows  int
	ready []arrow.Record
}

func newIngester(mem memory.Allocator, size int) *ingester {
	return &ingester{b: array.NewRecordBuilder(mem, schema), size: size}
}

func (in *ingester) add(r reading) error {
	if r.host == "" {
		return errHost
	}
	in.b.Field(0).(*array.StringBuilder).Append(r.host)
	in.b.Field(1).(*array.Float64Builder).Append(r.load)
	in.rows++
	if in.rows == in.size {
		in.cut()
	}
	return nil
}

func (in *ingester) cut() {
	in.ready = append(in.ready, in.b.NewRecord())
	in.rows = 0
}

// take hands the finished batches over.
func (in *ingester) take() []arrow.Record {
	if in.rows > 0 {
		in.cut()
	}
	out := in.ready
	in.ready = nil
	return out
}

func (in *ingester) close() {
	for _, r := range in.ready {
		r.Release()
	}
	in.ready = nil
	in.b.Release()
}

func total(rec arrow.Record) (sum float64) {
	col := rec.Column(1).(*array.Float64)
	for i := range col.Len() {
		sum += col.Value(i)
	}
	return sum
}

func tail(rec arrow.Record, n int64) arrow.Record {
	if rec.NumRows() <= n {
		rec.Retain()
		return rec
	}
	return rec.NewSlice(rec.NumRows()-n, rec.NumRows())
}

func process(mem memory.Allocator, readings []reading) (float64, error) {
	in := newIngester(mem, 4)
	defer in.close()
	for i, r := range readings {
		if err := in.add(r); err != nil {
			return 0, fmt.Errorf("reading %d: %w", i, err)
		}
	}
	sum := 0.0
	for _, rec := range in.take() {
		last := tail(rec, 3)
		rec.Release()
		sum += total(last)
		last.Release()
	}
	return sum, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var readings []reading
	for i := range 10 {
		readings = append(readings, reading{fmt.Sprint("host", i), float64(i)})
	}
	fmt.Println(process(mem, readings))
	fmt.Println(process(mem, append(readings, reading{})))
	fmt.Println(mem.CurrentAlloc())
}
