// truth: leak line 68 callee

// Command arrowranks adds a rank column to batches of scores.
package main

import (
	"errors"
	"fmt"
	"sort"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNoScores = errors.New("no column of scores")

// A ranker computes ranks with memory of its allocator.
type ranker struct {
	alloc memory.Allocator
}

func (r ranker) scores(values ...int64) arrow.RecordBatch {
	schema := arrow.NewSchema([]arrow.Field{{Name: "score", Type: arrow.PrimitiveTypes.Int64}}, nil)
	b := array.NewRecordBuilder(r.alloc, schema)
	defer b.Release()
	b.Field(0).(*array.Int64Builder).AppendValues(values, nil)
	return b.NewRecordBatch()
}

// ranks returns the ranks of the scores as a column.
func (r ranker) ranks(scores *array.Int64) arrow.Array {
	order := make([]int, scores.Len())
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, k int) bool {
		return scores.Value(order[i]) > scores.Value(order[k])
	})
	rank := make([]int32, len(order))
	for place, i := range order {
		rank[i] = int32(place + 1)
	}
	b := array.NewInt32Builder(r.alloc)
	defer b.Release()
	b.AppendValues(rank, nil)
	return b.NewArray()
}

func scoreColumn(batch arrow.RecordBatch) (*array.Int64, error) {
	for i, f := range batch.Schema().Fields() {
		if f.Name != "score" {
			continue
		}
		if col, ok := batch.Column(i).(*array.Int64); ok {
			return col, nil
		}
	}
	return nil, errNoScores
}

// ranked returns a new batch with the ranks beside the scores.
func (r ranker) ranked(batch arrow.RecordBatch) (arrow.RecordBatch, error) {
	scores, err := scoreColumn(batch)
	if err != nil {
		return nil, err
	}
	ranks := r.ranks(scores)
	fields := append(append([]arrow.Field(nil), batch.Schema().Fields()...),
		arrow.Field{Name: "rank", Type: ranks.DataType()})
	cols := append(append([]arrow.Array(nil), batch.Columns()...), ranks)
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), cols, batch.NumRows()), nil
}

// best returns the index of the winner.
func (r ranker) best(batch arrow.RecordBatch) (int, error) {
	scores, err := scoreColumn(batch)
	if err != nil {
		return -1, err
	}
	ranks := r.ranks(scores)
	defer ranks.Release()
	for i, v := range ranks.(*array.Int32).Int32Values() {
		if v == 1 {
			return i, nil
		}
	}
	return -1, nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	r := ranker{alloc: alloc}
	batch := r.scores(30, 99, 50, 99)
	out, err := r.ranked(batch)
	if err == nil {
		fmt.Println(out.ColumnName(1), out.Column(1))
		out.Release()
	}
	fmt.Println(r.best(batch))
	batch.Release()
	fmt.Println("bytes left", alloc.CurrentAlloc())
}
