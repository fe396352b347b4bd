// truth: leak line 50 callee
package main

import (
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type event struct {
	user  string
	delta int64
}

var fields = []arrow.Field{
	{Name: "user", Type: arrow.BinaryTypes.String},
	{Name: "delta", Type: arrow.PrimitiveTypes.Int64},
}

func users(mem memory.Allocator, events []event) arrow.Array {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, e := range events {
		if e.user == "" {
			b.AppendNull()
			continue
		}
		b.Append(strings.ToLower(e.user))
	}
	return b.NewArray()
}

func deltas(mem memory.Allocator, events []event) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.Reserve(len(events))
	for _, e := range events {
		b.Append(e.delta)
	}
	return b.NewArray()
}

// batch builds a record, which the caller releases.
func batch(mem memory.Allocator, events []event) arrow.Record {
	who := users(mem, events)
	defer who.Release()
	what := deltas(mem, events)
	return array.NewRecord(arrow.NewSchema(fields, nil), []arrow.Array{who, what}, int64(len(events)))
}

func split(events []event, n int) (parts [][]event) {
	for len(events) > n {
		parts = append(parts, events[:n])
		events = events[n:]
	}
	return append(parts, events)
}

func aggregate(rec arrow.Record, into map[string]int64) {
	who := rec.Column(0).(*array.String)
	what := rec.Column(1).(*array.Int64)
	for i := range int(rec.NumRows()) {
		name := "unknown"
		if who.IsValid(i) {
			name = who.Value(i)
		}
		into[name] += what.Value(i)
	}
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var events []event
	for i := range 11 {
		events = append(events, event{[]string{"Ann", "BOB", ""}[i%3], int64(i)})
	}
	totals := map[string]int64{}
	for _, part := range split(events, 4) {
		rec := batch(mem, part)
		aggregate(rec, totals)
		rec.Release()
	}
	fmt.Println(totals)
	fmt.Println(mem.CurrentAlloc() == 0)
}
