// truth: use-after-release line 53 hard
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{{Name: "ts", Type: arrow.PrimitiveTypes.Int64}}, nil)

func record(mem memory.Allocator, ts ...int64) arrow.Record {
	rb := array.NewRecordBuilder(mem, schema)
	defer rb.Release()
	rb.Field(0).(*array.Int64Builder).AppendValues(ts, nil)
	return rb.NewRecord()
}

func first(rec arrow.Record) int64 {
	return rec.Column(0).(*array.Int64).Value(0)
}

func last(rec arrow.Record) int64 {
	col := rec.Column(0).(*array.Int64)
	return col.Value(col.Len() - 1)
}

// A segment collects the batches of a partition until it is sealed.
type segment struct {
	batches []arrow.Record
	rows    int64
}

func (s *segment) add(rec arrow.Record) {
	s.batches = append(s.batches, rec)
	s.rows += rec.NumRows()
}

// seal writes the batches, and returns the range of their times.
func (s *segment) seal(write func(arrow.Record) error) (lo, hi int64, err error) {
	if len(s.batches) == 0 {
		return 0, 0, fmt.Errorf("segment is empty")
	}
	lo = first(s.batches[0])
	for _, rec := range s.batches {
		if werr := write(rec); werr != nil && err == nil {
			err = werr
		}
		rec.Release()
	}
	hi = last(s.batches[len(s.batches)-1])
	s.batches, s.rows = nil, 0
	return lo, hi, err
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var seg segment
	seg.add(record(mem, 1, 5, 9))
	seg.add(record(mem, 10, 11))
	var rows int64
	lo, hi, err := seg.seal(func(r arrow.Record) error {
		rows += r.NumRows()
		return nil
	})
	fmt.Println(lo, hi, rows, err)
	fmt.Println("left", mem.CurrentAlloc())
}
