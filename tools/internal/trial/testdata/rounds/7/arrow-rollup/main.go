// truth: correct

// Command arrow-rollup builds record batches, and keeps a column of each for a
// rollup after the batch is gone.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "load", Type: arrow.PrimitiveTypes.Int64},
}, nil)

type row struct {
	host string
	load int64
}

var errEmpty = errors.New("no rows")

// batch returns a batch that the caller must release.
func batch(mem memory.Allocator, rows []row) (arrow.RecordBatch, error) {
	if len(rows) == 0 {
		return nil, errEmpty
	}
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	hosts := b.Field(0).(*array.StringBuilder)
	loads := b.Field(1).(*array.Int64Builder)
	for _, r := range rows {
		hosts.Append(r.host)
		loads.Append(r.load)
	}
	return b.NewRecordBatch(), nil
}

type rollup struct{ columns []*array.Int64 }

// add keeps a column of the batch, which stays the caller's.
func (r *rollup) add(rec arrow.RecordBatch) {
	loads := rec.Column(1).(*array.Int64)
	loads.Retain()
	r.columns = append(r.columns, loads)
}

func (r *rollup) sum() (total int64) {
	for _, c := range r.columns {
		for _, x := range c.Int64Values() {
			total += x
		}
	}
	return total
}

func (r *rollup) close() {
	for _, c := range r.columns {
		c.Release()
	}
	r.columns = nil
}

func ingest(mem memory.Allocator, r *rollup, rows []row) error {
	rec, err := batch(mem, rows)
	if err != nil {
		return err
	}
	defer rec.Release()
	for i := range rec.NumCols() {
		if rec.Column(int(i)).NullN() > 0 {
			return fmt.Errorf("column %d has nulls", i)
		}
	}
	r.add(rec)
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	r := new(rollup)
	for _, rows := range [][]row{{{"a", 1}, {"b", 2}}, nil, {{"a", 39}}} {
		if err := ingest(mem, r, rows); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.sum(), "from", len(r.columns), "batches")
	r.close()
	fmt.Println("allocated:", mem.CurrentAlloc())
}
