// truth: leak line 49 callee

package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type event struct {
	user string
	code int32
}

func newUserColumn(mem memory.Allocator, events []event) arrow.Array {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, e := range events {
		if e.user == "" {
			b.AppendNull()
			continue
		}
		b.Append(e.user)
	}
	return b.NewArray()
}

func newCodeColumn(mem memory.Allocator, events []event) arrow.Array {
	b := array.NewInt32Builder(mem)
	defer b.Release()
	b.Reserve(len(events))
	for _, e := range events {
		b.UnsafeAppend(e.code)
	}
	return b.NewArray()
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "user", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "code", Type: arrow.PrimitiveTypes.Int32},
}, nil)

func export(mem memory.Allocator, events []event, sink func(arrow.Record) error) error {
	users := newUserColumn(mem, events)
	defer users.Release()
	codes := newCodeColumn(mem, events)
	rec := array.NewRecord(schema, []arrow.Array{users, codes}, int64(len(events)))
	defer rec.Release()
	return sink(rec)
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	nulls, rows := 0, int64(0)
	sink := func(rec arrow.Record) error {
		if rec.NumRows() == 0 {
			return fmt.Errorf("empty batch")
		}
		nulls += rec.Column(0).NullN()
		rows += rec.NumRows()
		return nil
	}
	batches := [][]event{{{"ann", 200}, {"", 404}}, {}, {{"bob", 500}}}
	for _, events := range batches {
		if err := export(mem, events, sink); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(rows, nulls, mem.CurrentAlloc())
}
