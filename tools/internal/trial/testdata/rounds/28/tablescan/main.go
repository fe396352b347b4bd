// truth: correct

// Command tablescan joins record batches to a table and scans it in slices of a
// fixed size, in parallel.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "region", Type: arrow.BinaryTypes.String},
	{Name: "amount", Type: arrow.PrimitiveTypes.Int32},
}, nil)

// batch returns a record batch that the caller owns.
func batch(mem memory.Allocator, from, n int) arrow.RecordBatch {
	regions := array.NewStringBuilder(mem)
	defer regions.Release()
	amounts := array.NewInt32Builder(mem)
	defer amounts.Release()
	for i := from; i < from+n; i++ {
		regions.Append([]string{"north", "south", "east"}[i%3])
		amounts.Append(int32(i))
	}
	r, a := regions.NewArray(), amounts.NewArray()
	defer r.Release()
	defer a.Release()
	return array.NewRecordBatch(schema, []arrow.Array{r, a}, int64(n))
}

// table takes nothing over: NewTableFromRecords retains what it needs.
func table(mem memory.Allocator, sizes ...int) arrow.Table {
	var recs []arrow.RecordBatch
	from := 0
	for _, n := range sizes {
		recs = append(recs, batch(mem, from, n))
		from += n
	}
	t := array.NewTableFromRecords(schema, recs)
	for _, rec := range recs {
		rec.Release()
	}
	return t
}

type totals struct {
	mu  sync.Mutex
	sum map[string]int64
}

func (t *totals) scan(rec arrow.RecordBatch) {
	regions := rec.Column(0).(*array.String)
	amounts := rec.Column(1).(*array.Int32)
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range int(rec.NumRows()) {
		t.sum[regions.Value(i)] += int64(amounts.Value(i))
	}
}

// aggregate scans tbl with the given number of workers.
func aggregate(tbl arrow.Table, slice int64, workers int) (map[string]int64, error) {
	t := &totals{sum: make(map[string]int64)}
	work := make(chan arrow.RecordBatch)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for rec := range work {
				t.scan(rec)
				rec.Release()
			}
		})
	}
	rd := array.NewTableReader(tbl, slice)
	defer rd.Release()
	for rd.Next() {
		rec := rd.RecordBatch()
		rec.Retain() // the reader releases it with the next one
		work <- rec
	}
	close(work)
	wg.Wait()
	return t.sum, rd.Err()
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	tbl := table(mem, 10, 1, 25)
	for _, slice := range []int64{3, 100} {
		sum, err := aggregate(tbl, slice, 2)
		fmt.Println(sum, err)
	}
	tbl.Release()
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes are leased"))
	}
}
