// truth: correct

// Command colscan filters record batches of an event table.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "campaign", Type: arrow.BinaryTypes.String},
	{Name: "spend", Type: arrow.PrimitiveTypes.Int64},
}, nil)

type predicate func(rec arrow.RecordBatch, row int) bool

func spendOver(limit int64) predicate {
	return func(rec arrow.RecordBatch, row int) bool {
		return rec.Column(1).(*array.Int64).Value(row) > limit
	}
}

// source owns its batches.
type source struct {
	batches []arrow.RecordBatch
	pos     int
}

func (s *source) next() (arrow.RecordBatch, bool) {
	if s.pos == len(s.batches) {
		return nil, false
	}
	rec := s.batches[s.pos]
	s.batches[s.pos] = nil
	s.pos++
	return rec, true
}

func (s *source) Release() {
	for _, rec := range s.batches[s.pos:] {
		rec.Release()
	}
	s.batches, s.pos = nil, 0
}

func load(alloc memory.Allocator, n, size int) *source {
	b := array.NewRecordBuilder(alloc, schema)
	defer b.Release()
	s := new(source)
	for i := range n {
		for j := range size {
			b.Field(0).(*array.StringBuilder).Append(fmt.Sprintf("c%d", (i+j)%3))
			b.Field(1).(*array.Int64Builder).Append(int64(i*size + j))
		}
		s.batches = append(s.batches, b.NewRecordBatch())
	}
	return s
}

// filter takes rec over. If all rows pass, it is returned as it is.
func filter(alloc memory.Allocator, rec arrow.RecordBatch, keep predicate) arrow.RecordBatch {
	var rows []int
	for i := range int(rec.NumRows()) {
		if keep(rec, i) {
			rows = append(rows, i)
		}
	}
	if len(rows) == int(rec.NumRows()) {
		return rec
	}
	defer rec.Release()
	b := array.NewRecordBuilder(alloc, schema)
	defer b.Release()
	names, spend := rec.Column(0).(*array.String), rec.Column(1).(*array.Int64)
	for _, i := range rows {
		b.Field(0).(*array.StringBuilder).Append(names.Value(i))
		b.Field(1).(*array.Int64Builder).Append(spend.Value(i))
	}
	return b.NewRecordBatch()
}

func sum(alloc memory.Allocator, s *source, keep predicate, limit int) (total, rows int64, err error) {
	defer s.Release()
	for {
		rec, ok := s.next()
		if !ok {
			return total, rows, nil
		}
		out := filter(alloc, rec, keep)
		for _, v := range out.Column(1).(*array.Int64).Int64Values() {
			total += v
		}
		rows += out.NumRows()
		out.Release()
		if rows > int64(limit) {
			return total, rows, fmt.Errorf("more than %d rows", limit)
		}
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	fmt.Println(sum(alloc, load(alloc, 4, 5), spendOver(7), 100))
	fmt.Println(sum(alloc, load(alloc, 4, 5), spendOver(1), 6))
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes leaked"))
	}
}
