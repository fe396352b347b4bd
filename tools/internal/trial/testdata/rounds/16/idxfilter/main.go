// truth: use-after-release line 67,68,69 callee

package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "score", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type hit struct {
	id    int64
	score float64
}

func batch(mem memory.Allocator, shard, n int) (arrow.RecordBatch, error) {
	if shard < 0 {
		return nil, fmt.Errorf("no shard %d", shard)
	}
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for i := range n {
		b.Field(0).(*array.Int64Builder).Append(int64(shard*1000 + i))
		b.Field(1).(*array.Float64Builder).Append(float64(i*shard%7) / 7)
	}
	return b.NewRecordBatch(), nil
}

// columns returns the typed columns of a batch.
func columns(rec arrow.RecordBatch) (*array.Int64, *array.Float64, error) {
	ids, ok := rec.Column(0).(*array.Int64)
	if !ok {
		return nil, nil, fmt.Errorf("id has type %s", rec.Column(0).DataType())
	}
	scores, ok := rec.Column(1).(*array.Float64)
	if !ok {
		return nil, nil, fmt.Errorf("score has type %s", rec.Column(1).DataType())
	}
	return ids, scores, nil
}

type searcher struct {
	mem  memory.Allocator
	rows int64
}

func (s *searcher) query(shard int, min float64) ([]hit, error) {
	rec, err := batch(s.mem, shard, 20)
	if err != nil {
		return nil, err
	}
	ids, scores, err := columns(rec)
	if err != nil {
		rec.Release()
		return nil, err
	}
	s.rows += rec.NumRows()
	rec.Release()
	var hits []hit
	for i := range ids.Len() {
		if v := scores.Value(i); v >= min {
			hits = append(hits, hit{ids.Value(i), v})
		}
	}
	return hits, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &searcher{mem: mem}
	for _, shard := range []int{1, 3, -1} {
		hits, err := s.query(shard, 0.5)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(shard, len(hits), hits[0].id)
	}
	fmt.Println(s.rows, mem.CurrentAlloc())
}
