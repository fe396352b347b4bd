// truth: leak line 37 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type usage struct {
	tenant string
	bytes  int64
}

var errNegative = errors.New("negative usage")

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "tenant", Type: arrow.BinaryTypes.String},
	{Name: "bytes", Type: arrow.PrimitiveTypes.Int64},
}, nil)

// meter builds the hourly usage record of the billing export.
func meter(mem memory.Allocator, rows []usage) (arrow.Record, error) {
	tenants := array.NewStringBuilder(mem)
	defer tenants.Release()
	bytes := array.NewInt64Builder(mem)
	defer bytes.Release()
	var total int64
	for _, r := range rows {
		tenants.Append(r.tenant)
		bytes.Append(r.bytes)
		total += r.bytes
	}
	names := tenants.NewArray()
	if total < 0 {
		return nil, fmt.Errorf("%d rows: %w", len(rows), errNegative)
	}
	defer names.Release()
	counts := bytes.NewArray()
	defer counts.Release()
	return array.NewRecord(schema, []arrow.Array{names, counts}, int64(len(rows))), nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	batches := [][]usage{
		{{"acme", 1 << 20}, {"zeta", 42}},
		{{"acme", -5}},
	}
	for _, rows := range batches {
		rec, err := meter(mem, rows)
		if err != nil {
			fmt.Println("skipped:", err)
			continue
		}
		fmt.Println(rec.NumRows(), rec.Column(1))
		rec.Release()
	}
	fmt.Println("allocated:", mem.CurrentAlloc())
}
