// truth: double-release line 54 callee
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var fields = []arrow.Field{
	{Name: "sensor", Type: arrow.PrimitiveTypes.Int32},
	{Name: "value", Type: arrow.PrimitiveTypes.Float32},
}

type archive struct {
	rows    int64
	batches int
	limit   int
}

var errQuota = errors.New("quota exceeded")

// store writes the record out and lets go of it.
func (a *archive) store(rec arrow.Record) error {
	defer rec.Release()
	if a.batches == a.limit {
		return errQuota
	}
	a.batches++
	for _, col := range rec.Columns() {
		if col.NullN() > 0 {
			return fmt.Errorf("batch %d has nulls", a.batches)
		}
	}
	a.rows += rec.NumRows()
	return nil
}

type collector struct {
	b   *array.RecordBuilder
	out *archive
}

func (c *collector) collect(sensor int32, values []float32) error {
	ids := c.b.Field(0).(*array.Int32Builder)
	for range values {
		ids.Append(sensor)
	}
	c.b.Field(1).(*array.Float32Builder).AppendValues(values, nil)
	rec := c.b.NewRecord()
	defer rec.Release()
	if rec.NumRows() == 0 {
		return nil
	}
	return c.out.store(rec)
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	out := &archive{limit: 2}
	c := &collector{b: array.NewRecordBuilder(mem, arrow.NewSchema(fields, nil)), out: out}
	defer c.b.Release()
	for i := range int32(4) {
		values := make([]float32, i)
		for j := range values {
			values[j] = float32(i) / 2
		}
		if err := c.collect(i, values); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(out.rows, mem.CurrentAlloc())
}
