// truth: leak line 52 plain

// Command colbatch turns rows of a change stream into arrow batches.
package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errRow = errors.New("malformed row")

type change struct {
	op   string
	id   string
	diff string
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "op", Type: arrow.BinaryTypes.String},
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "diff", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type batcher struct {
	alloc memory.Allocator
	rows  int64
}

func (b *batcher) convert(changes []change) (arrow.RecordBatch, error) {
	ops := array.NewStringBuilder(b.alloc)
	defer ops.Release()
	ids := array.NewInt64Builder(b.alloc)
	defer ids.Release()
	for i, c := range changes {
		ops.Append(c.op)
		id, err := strconv.ParseInt(c.id, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w %d: id %q", errRow, i, c.id)
		}
		ids.Append(id)
	}
	opCol, idCol := ops.NewArray(), ids.NewArray()
	defer opCol.Release()
	defer idCol.Release()

	diffs := array.NewFloat64Builder(b.alloc)
	diffs.Reserve(len(changes))
	for i, c := range changes {
		if c.diff == "" {
			diffs.AppendNull()
			continue
		}
		v, err := strconv.ParseFloat(c.diff, 64)
		if err != nil {
			return nil, fmt.Errorf("%w %d: diff %q", errRow, i, c.diff)
		}
		diffs.Append(v)
	}
	diffCol := diffs.NewArray()
	diffs.Release()
	defer diffCol.Release()
	n := int64(len(changes))
	b.rows += n
	return array.NewRecordBatch(schema, []arrow.Array{opCol, idCol, diffCol}, n), nil
}

func net(rec arrow.RecordBatch) (sum float64, nulls int) {
	col := rec.Column(2).(*array.Float64)
	for i := range col.Len() {
		if col.IsNull(i) {
			nulls++
			continue
		}
		sum += col.Value(i)
	}
	return sum, nulls
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	b := &batcher{alloc: alloc}
	for _, changes := range [][]change{
		{{"put", "1", "2.5"}, {"del", "2", ""}, {"put", "3", "-1"}},
		{{"put", "x", "1"}},
		{{"put", "7", "0.5"}, {"put", "8", "NaN?"}},
	} {
		rec, err := b.convert(changes)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(net(rec))
		rec.Release()
	}
	fmt.Println(b.rows, "rows,", alloc.CurrentAlloc(), "bytes held")
}
