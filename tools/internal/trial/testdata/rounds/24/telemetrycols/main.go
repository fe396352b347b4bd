// truth: correct

// Command telemetrycols turns readings into columns, cuts them into batches of
// a fixed number of rows and summarizes each batch.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "device", Type: arrow.BinaryTypes.String},
	{Name: "volts", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type reading struct {
	device string
	volts  float64
	ok     bool
}

// build returns a batch that the caller owns.
func build(mem memory.Allocator, readings []reading) (arrow.RecordBatch, error) {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	devices := b.Field(0).(*array.StringBuilder)
	volts := b.Field(1).(*array.Float64Builder)
	for i, r := range readings {
		if r.device == "" {
			return nil, fmt.Errorf("reading %d has no device", i)
		}
		devices.Append(r.device)
		if r.ok {
			volts.Append(r.volts)
		} else {
			volts.AppendNull()
		}
	}
	return b.NewRecordBatch(), nil
}

// cut returns slices of at most n rows, which the caller owns.
func cut(batch arrow.RecordBatch, n int64) []arrow.RecordBatch {
	var parts []arrow.RecordBatch
	for from := int64(0); from < batch.NumRows(); from += n {
		parts = append(parts, batch.NewSlice(from, min(from+n, batch.NumRows())))
	}
	return parts
}

func releaseAll(batches []arrow.RecordBatch) {
	for _, b := range batches {
		b.Release()
	}
}

type summary struct {
	rows  int64
	nulls int
	mean  float64
}

var errAllNull = errors.New("no reading has a value")

// summarize borrows batch.
func summarize(batch arrow.RecordBatch) (summary, error) {
	volts := batch.Column(1).(*array.Float64)
	s := summary{rows: batch.NumRows(), nulls: volts.NullN()}
	if s.nulls == volts.Len() {
		return s, errAllNull
	}
	for i := range volts.Len() {
		if volts.IsValid(i) {
			s.mean += volts.Value(i)
		}
	}
	s.mean /= float64(volts.Len() - s.nulls)
	return s, nil
}

func process(mem memory.Allocator, readings []reading) error {
	batch, err := build(mem, readings)
	if err != nil {
		return err
	}
	parts := cut(batch, 4)
	batch.Release() // the parts keep the memory
	defer releaseAll(parts)
	for _, part := range parts {
		s, err := summarize(part)
		if err != nil {
			return fmt.Errorf("%d rows: %w", part.NumRows(), err)
		}
		fmt.Printf("%d rows, %d null, mean %.2f\n", s.rows, s.nulls, s.mean)
	}
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	var readings []reading
	for i := range 11 {
		readings = append(readings, reading{fmt.Sprint("d", i%3), 3.3 + float64(i)/10, i%4 != 1})
	}
	fmt.Println(process(mem, readings))
	for i := range readings {
		readings[i].ok = i < 4
	}
	fmt.Println(process(mem, readings))
	readings[7].device = ""
	fmt.Println(process(mem, readings))
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are lost"))
	}
}
