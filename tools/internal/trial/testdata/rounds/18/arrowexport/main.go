// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "seat", Type: arrow.BinaryTypes.String},
	{Name: "micros", Type: arrow.PrimitiveTypes.Int64},
}, nil)

var errPrice = errors.New("price out of range")

// sink owns the records that wait for their upload.
type sink struct {
	b       *array.RecordBuilder
	max     int
	rows    int
	waiting []arrow.Record
	upload  func(arrow.Record) error
}

func newSink(mem memory.Allocator, max int, upload func(arrow.Record) error) *sink {
	return &sink{b: array.NewRecordBuilder(mem, schema), max: max, upload: upload}
}

func (s *sink) add(seat string, micros int64) error {
	if micros < 0 || micros > 1e9 {
		return fmt.Errorf("%s: %w", seat, errPrice)
	}
	s.b.Field(0).(*array.StringBuilder).Append(seat)
	s.b.Field(1).(*array.Int64Builder).Append(micros)
	if s.rows++; s.rows == s.max {
		s.cut()
	}
	return nil
}

func (s *sink) cut() {
	if s.rows > 0 {
		s.waiting = append(s.waiting, s.b.NewRecord())
		s.rows = 0
	}
}

// flush uploads what waits. Records that fail stay for the next time.
func (s *sink) flush() error {
	s.cut()
	var kept []arrow.Record
	var errs []error
	for _, rec := range s.waiting {
		if err := s.upload(rec); err != nil {
			errs = append(errs, err)
			kept = append(kept, rec)
			continue
		}
		rec.Release()
	}
	s.waiting = kept
	return errors.Join(errs...)
}

func (s *sink) close() error {
	err := s.flush()
	for _, rec := range s.waiting {
		rec.Release()
	}
	s.waiting = nil
	s.b.Release()
	return err
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	calls := 0
	var last arrow.Record
	s := newSink(mem, 2, func(rec arrow.Record) error {
		if calls++; calls%3 == 0 {
			return fmt.Errorf("upload %d: 503", calls)
		}
		rec.Retain()
		if last != nil {
			last.Release()
		}
		last = rec
		return nil
	})
	for i := range 7 {
		if err := s.add(fmt.Sprint("seat", i), int64(i)*400_000_000); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.add("late", 5), s.add("later", 6))
	fmt.Println(s.flush(), len(s.waiting))
	fmt.Println(s.close())
	if last != nil {
		fmt.Println(last.Column(0))
		last.Release()
	}
	fmt.Println("allocated:", mem.CurrentAlloc())
}
