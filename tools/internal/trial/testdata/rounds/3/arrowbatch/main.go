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
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "load", Type: arrow.PrimitiveTypes.Float64},
}, nil)

// A Store owns a reference to each of its records.
type Store struct {
	mem     memory.Allocator
	records []arrow.RecordBatch
}

// Append makes a record of the samples.
func (s *Store) Append(hosts []string, loads []float64) error {
	if len(hosts) != len(loads) {
		return errors.New("columns differ in length")
	}
	b := array.NewRecordBuilder(s.mem, schema)
	defer b.Release()
	b.Field(0).(*array.StringBuilder).AppendValues(hosts, nil)
	b.Field(1).(*array.Float64Builder).AppendValues(loads, nil)
	s.records = append(s.records, b.NewRecordBatch())
	return nil
}

// Latest returns the record that was added last. The caller must release it.
//
//rcpool:returns-owned
func (s *Store) Latest() arrow.RecordBatch {
	if len(s.records) == 0 {
		return nil
	}
	r := s.records[len(s.records)-1]
	r.Retain()
	return r
}

func (s *Store) Mean() (float64, bool) {
	r := s.Latest()
	if r == nil {
		return 0, false
	}
	defer r.Release()
	loads := r.Column(1).(*array.Float64)
	sum := 0.0
	for _, v := range loads.Float64Values() {
		sum += v
	}
	return sum / float64(loads.Len()), true
}

func (s *Store) Close() {
	for _, r := range s.records {
		r.Release()
	}
	s.records = nil
}

func (s *Store) Table() int64 {
	t := array.NewTableFromRecords(schema, s.records)
	defer t.Release()
	return t.NumRows()
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &Store{mem: mem}
	fmt.Println(s.Mean())
	if err := s.Append([]string{"a", "b"}, []float64{1, 2}); err != nil {
		panic(err)
	}
	fmt.Println(s.Append([]string{"a"}, nil))
	if err := s.Append([]string{"c", "d"}, []float64{3, 5}); err != nil {
		panic(err)
	}
	fmt.Println(s.Mean())
	fmt.Println(s.Table())
	s.Close()
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are lost"))
	}
}
