// truth: use-after-release line 64 callee
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{{Name: "ts", Type: arrow.PrimitiveTypes.Int64}}, nil)

var errFull = errors.New("sink is full")

// A sink buffers records until commit.
type sink struct {
	pending []arrow.Record
	rows    int64
	max     int
}

func (s *sink) accept(rec arrow.Record) error {
	if rec.NumRows() == 0 {
		rec.Release()
		return nil
	}
	if len(s.pending) == s.max {
		rec.Release()
		return errFull
	}
	s.pending = append(s.pending, rec)
	return nil
}

func (s *sink) commit() {
	for _, rec := range s.pending {
		s.rows += rec.NumRows()
		rec.Release()
	}
	s.pending = nil
}

func build(mem memory.Allocator, from, to int64) arrow.Record {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for ts := from; ts < to; ts++ {
		b.Field(0).(*array.Int64Builder).Append(ts)
	}
	return b.NewRecord()
}

type source struct {
	mem  memory.Allocator
	next int64
}

// pump sends the next n timestamps to the sink.
func (src *source) pump(s *sink, n int64) error {
	rec := build(src.mem, src.next, src.next+n)
	src.next += n
	if err := s.accept(rec); err != nil {
		first := rec.Column(0).(*array.Int64).Value(0)
		src.next = first
		return fmt.Errorf("batch from %d: %w", first, err)
	}
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	src, s := &source{mem: mem}, &sink{max: 2}
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("pump failed:", r)
		}
	}()
	for _, n := range []int64{3, 0, 4} {
		if err := src.pump(s, n); err != nil {
			fmt.Println(err)
		}
	}
	s.commit()
	fmt.Println(s.rows, mem.CurrentAlloc())
	for range 3 {
		if err := src.pump(s, 2); err != nil {
			fmt.Println(err)
			break
		}
	}
	s.commit()
	fmt.Println(s.rows)
}
