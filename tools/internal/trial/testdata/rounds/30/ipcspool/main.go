// truth: correct

// Command ipcspool writes record batches to an Arrow stream in memory, reads
// them back and keeps those that match for a later consumer.
package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "ts", Type: arrow.PrimitiveTypes.Int64},
	{Name: "level", Type: arrow.PrimitiveTypes.Int8},
}, nil)

func write(w io.Writer, mem memory.Allocator, batches int) (err error) {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	out := ipc.NewWriter(w, ipc.WithSchema(schema), ipc.WithAllocator(mem))
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	for i := range batches {
		for k := range 4 {
			b.Field(0).(*array.Int64Builder).Append(int64(100*i + k))
			b.Field(1).(*array.Int8Builder).Append(int8((i * k) % 5))
		}
		rec := b.NewRecordBatch()
		err := out.Write(rec)
		rec.Release()
		if err != nil {
			return fmt.Errorf("batch %d: %w", i, err)
		}
	}
	return nil
}

// spool sends the batches with a row at or above level; the receiver owns them.
func spool(r io.Reader, mem memory.Allocator, level int8, out chan<- arrow.RecordBatch) error {
	in, err := ipc.NewReader(r, ipc.WithAllocator(mem))
	if err != nil {
		return err
	}
	defer in.Release()
	for in.Next() {
		rec := in.RecordBatch()
		if !reaches(rec, level) {
			continue
		}
		rec.Retain()
		out <- rec
	}
	return in.Err()
}

func reaches(rec arrow.RecordBatch, level int8) bool {
	for _, v := range rec.Column(1).(*array.Int8).Int8Values() {
		if v >= level {
			return true
		}
	}
	return false
}

type summary struct{ batches, rows int64 }

func (s *summary) consume(in <-chan arrow.RecordBatch) {
	for rec := range in {
		s.batches++
		s.rows += rec.NumRows()
		rec.Release()
	}
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var disk bytes.Buffer
	if err := write(&disk, mem, 6); err != nil {
		panic(err)
	}
	matches := make(chan arrow.RecordBatch, 1)
	var s summary
	var wg sync.WaitGroup
	wg.Go(func() { s.consume(matches) })
	err := spool(&disk, mem, 4, matches)
	close(matches)
	wg.Wait()
	fmt.Printf("%+v %v %d\n", s, err, mem.CurrentAlloc())
}
