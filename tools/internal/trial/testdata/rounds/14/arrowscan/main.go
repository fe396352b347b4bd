// truth: correct

// Command arrowscan filters Arrow records and concatenates what remains.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type predicate func(id int64, name string) (bool, error)

type scanner struct {
	alloc  memory.Allocator
	schema *arrow.Schema
	keep   predicate
}

func (s *scanner) make(ids []int64, names []string) arrow.Record {
	b := array.NewRecordBuilder(s.alloc, s.schema)
	defer b.Release()
	b.Field(0).(*array.Int64Builder).AppendValues(ids, nil)
	b.Field(1).(*array.StringBuilder).AppendValues(names, nil)
	return b.NewRecord()
}

// filter borrows the record and returns the names that remain.
func (s *scanner) filter(rec arrow.Record) (*array.String, error) {
	ids := rec.Column(0).(*array.Int64)
	names := rec.Column(1).(*array.String)
	b := array.NewStringBuilder(s.alloc)
	defer b.Release()
	for i := range ids.Len() {
		ok, err := s.keep(ids.Value(i), names.Value(i))
		if err != nil {
			return nil, err
		}
		if ok {
			b.Append(names.Value(i))
		}
	}
	return b.NewStringArray(), nil
}

func (s *scanner) run(recs []arrow.Record) (arrow.Array, error) {
	parts := make([]arrow.Array, 0, len(recs))
	defer func() {
		for _, p := range parts {
			p.Release()
		}
	}()
	for i, rec := range recs {
		p, err := s.filter(rec)
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", i, err)
		}
		if p.Len() == 0 {
			p.Release()
			continue
		}
		parts = append(parts, p)
	}
	switch len(parts) {
	case 0:
		return array.MakeArrayOfNull(s.alloc, arrow.BinaryTypes.String, 0), nil
	case 1:
		parts[0].Retain()
		return parts[0], nil
	}
	return array.Concatenate(parts, s.alloc)
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &scanner{alloc: alloc, schema: arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "name", Type: arrow.BinaryTypes.String},
	}, nil)}
	recs := []arrow.Record{
		s.make([]int64{1, 2, 3}, []string{"a", "b", "c"}),
		s.make([]int64{14, 15}, []string{"d", "e"}),
	}
	for _, limit := range []int64{2, 10, 100, -1} {
		s.keep = func(id int64, name string) (bool, error) {
			if limit < 0 && id > 10 {
				return false, fmt.Errorf("cannot decode %q", name)
			}
			return id >= limit, nil
		}
		out, err := s.run(recs)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(out)
		out.Release()
	}
	for _, rec := range recs {
		rec.Release()
	}
	fmt.Println(alloc.CurrentAlloc())
}
