// truth: leak line 65 callee

// Colstore encodes columns and keeps statistics about them.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNoRows = errors.New("no rows")

type Store struct {
	alloc memory.Allocator
	rows  int64
	nulls int
}

// column returns an array that the caller releases.
func (s *Store) column(values []int64, missing int64) (*array.Int64, error) {
	if len(values) == 0 {
		return nil, errNoRows
	}
	b := array.NewInt64Builder(s.alloc)
	defer b.Release()
	for _, v := range values {
		if v == missing {
			b.AppendNull()
		} else {
			b.Append(v)
		}
	}
	return b.NewInt64Array(), nil
}

// Write writes the columns as one batch, which it returns.
func (s *Store) Write(names []string, columns [][]int64) (arrow.RecordBatch, error) {
	fields := make([]arrow.Field, 0, len(names))
	arrays := make([]arrow.Array, 0, len(names))
	defer func() {
		for _, a := range arrays {
			a.Release()
		}
	}()
	for i, name := range names {
		a, err := s.column(columns[i], -1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		arrays = append(arrays, a)
		fields = append(fields, arrow.Field{Name: name, Type: a.DataType(), Nullable: true})
		s.nulls += a.NullN()
	}
	rows := int64(arrays[0].Len())
	s.rows += rows
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, rows), nil
}

// Mean returns the mean of the values that are there.
func (s *Store) Mean(values []int64) (float64, error) {
	col, err := s.column(values, -1)
	if err != nil {
		return 0, err
	}
	sum, n := int64(0), 0
	for i, v := range col.Int64Values() {
		if col.IsValid(i) {
			sum += v
			n++
		}
	}
	if n == 0 {
		return 0, errNoRows
	}
	return float64(sum) / float64(n), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &Store{alloc: alloc}
	batch, err := s.Write([]string{"a", "b"}, [][]int64{{1, 2, -1}, {4, -1, -1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(batch.NumRows(), batch.NumCols(), s.nulls)
	batch.Release()
	_, err = s.Write([]string{"a", "b"}, [][]int64{{1}, {}})
	fmt.Println(err, "allocated:", alloc.CurrentAlloc())
	fmt.Println(s.Mean([]int64{3, -1, 5}))
	fmt.Println(s.Mean(nil))
	fmt.Println("allocated:", alloc.CurrentAlloc())
}
