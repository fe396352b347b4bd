// truth: leak line 73 callee

// Command featurestore joins features of users into batches for a model.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type user struct {
	id     int64
	visits float64
	spend  float64
	known  bool
}

type joiner struct {
	alloc memory.Allocator
	users map[int64]user
}

var errUnknown = errors.New("too many unknown users")

func (j *joiner) ids(ids []int64) arrow.Array {
	b := array.NewInt64Builder(j.alloc)
	defer b.Release()
	b.AppendValues(ids, nil)
	return b.NewArray()
}

func (j *joiner) feature(ids []int64, get func(user) float64) (arrow.Array, error) {
	b := array.NewFloat64Builder(j.alloc)
	defer b.Release()
	missing := 0
	for _, id := range ids {
		u, ok := j.users[id]
		if !ok || !u.known {
			missing++
			b.AppendNull()
			continue
		}
		b.Append(get(u))
	}
	if 2*missing > len(ids) {
		return nil, errUnknown
	}
	return b.NewArray(), nil
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "visits", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "spend", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

// batch returns a record batch, which the caller releases.
func (j *joiner) batch(ids []int64) (arrow.RecordBatch, error) {
	visits, err := j.feature(ids, func(u user) float64 { return u.visits })
	if err != nil {
		return nil, fmt.Errorf("visits: %w", err)
	}
	defer visits.Release()
	spend, err := j.feature(ids, func(u user) float64 { return u.spend })
	if err != nil {
		return nil, fmt.Errorf("spend: %w", err)
	}
	defer spend.Release()
	cols := []arrow.Array{j.ids(ids), visits, spend}
	return array.NewRecordBatch(schema, cols, int64(len(ids))), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	j := &joiner{alloc: alloc, users: map[int64]user{
		1: {1, 3, 10, true}, 2: {2, 8, 0.5, true}, 3: {id: 3},
	}}
	for _, ids := range [][]int64{{1, 2}, {2, 3}, {3, 4, 1}} {
		rec, err := j.batch(ids)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.NumRows(), rec.Column(1), rec.Column(2))
		rec.Release()
	}
	fmt.Println("allocated", alloc.CurrentAlloc())
}
