// truth: correct

// Command arrowbatch builds record batches and sums a column of each.
package main

import (
	"errors"
	"fmt"
	"log"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "name", Type: arrow.BinaryTypes.String},
}, nil)

var errEmpty = errors.New("no rows")

// buildIDs returns an array that the caller releases.
func buildIDs(mem memory.Allocator, n int) *array.Int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(n)
	for i := range n {
		b.UnsafeAppend(int64(i))
	}
	return b.NewInt64Array()
}

func buildNames(mem memory.Allocator, n int) arrow.Array {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for i := range n {
		if i%3 == 2 {
			b.AppendNull()
			continue
		}
		b.Append(fmt.Sprint("name", i))
	}
	return b.NewArray()
}

func newBatch(mem memory.Allocator, n int) (arrow.RecordBatch, error) {
	if n == 0 {
		return nil, errEmpty
	}
	ids := buildIDs(mem, n)
	defer ids.Release()
	names := buildNames(mem, n)
	defer names.Release()
	return array.NewRecordBatch(schema, []arrow.Array{ids, names}, int64(n)), nil
}

// column returns column i of batch, with a reference for the caller.
//
//rcpool:returns-owned
func column(batch arrow.RecordBatch, i int) arrow.Array {
	c := batch.Column(i)
	c.Retain()
	return c
}

func sum(mem memory.Allocator, n int) (total int64, err error) {
	batch, err := newBatch(mem, n)
	if err != nil {
		return 0, err
	}
	ids := column(batch, 0)
	defer ids.Release()
	batch.Release()

	for _, v := range ids.(*array.Int64).Int64Values() {
		total += v
	}
	half := array.NewSlice(ids, 0, int64(n/2))
	defer half.Release()
	for i := range half.Len() {
		total += half.(*array.Int64).Value(i)
	}
	return total, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	total, err := sum(mem, 10)
	if err != nil || total != 45+10 {
		log.Fatal(total, err)
	}
	if _, err := sum(mem, 0); !errors.Is(err, errEmpty) {
		log.Fatal(err)
	}
	if n := mem.CurrentAlloc(); n != 0 {
		log.Fatal("leaked bytes: ", n)
	}
	fmt.Println("total", total)
}
