package arrow

import (
	"fmt"
	"slices"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// build releases its builder and returns the array, which is the caller's.
func build(mem memory.Allocator, values []int64) *array.Int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewInt64Array()
}

// eachPath releases the array on every path.
func eachPath(mem memory.Allocator, values []int64) (int64, error) {
	arr := build(mem, values)
	if arr.Len() == 0 {
		arr.Release()
		return 0, errEmpty
	}
	total := sum(arr.Int64Values())
	arr.Release()
	return total, nil
}

// record releases the columns, since the record has retained them.
func record(mem memory.Allocator, values []int64) arrow.Record {
	ids := build(mem, values)
	defer ids.Release()
	return array.NewRecord(idSchema, []arrow.Array{ids}, int64(len(values)))
}

// manyColumns releases a local slice of columns in a deferred loop.
func manyColumns(mem memory.Allocator, columns [][]int64) arrow.Record {
	cols := make([]arrow.Array, 0, len(columns))
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	for _, values := range columns {
		cols = append(cols, build(mem, values))
	}
	return array.NewRecord(idSchema, cols, -1)
}

// replaced releases each record before it takes the next.
func replaced(mem memory.Allocator, batches [][]row) error {
	var rec arrow.Record
	for _, rows := range batches {
		if rec != nil {
			rec.Release()
		}
		rec = newRecord(mem, rows)
		if err := upload(rec); err != nil {
			break
		}
	}
	if rec != nil {
		rec.Release()
	}
	return nil
}

// borrowed reads a column, which belongs to the record.
func borrowed(mem memory.Allocator, rows []row) (int, error) {
	rec, err := loadRecord(mem, rows)
	if err != nil {
		return 0, err
	}
	defer rec.Release()
	names, ok := rec.Column(1).(*array.String)
	if !ok {
		return 0, fmt.Errorf("column %s has another type", rec.ColumnName(1))
	}
	return len(names.Value(0)), nil
}

// column retains the column that it returns.
func column(rec arrow.Record, i int) arrow.Array {
	col := rec.Column(i)
	col.Retain()
	return col
}

// first retains the record before its own reference goes.
func first(mem memory.Allocator, rows []row, out *window) error {
	rec, err := loadRecord(mem, rows)
	if err != nil {
		return err
	}
	defer rec.Release()
	if err := upload(rec); err != nil {
		return err
	}
	out.set(rec)
	return nil
}

// set retains the new record before it releases the old: they may be the same.
func (w *window) set(rec arrow.Record) {
	rec.Retain()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last != nil {
		w.last.Release()
	}
	w.last = rec
}

// Close releases the record that the window keeps.
func (w *window) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last != nil {
		w.last.Release()
		w.last = nil
	}
	return nil
}

// readAll uses the records of the reader, which the reader owns.
func readAll(recs []arrow.Record) (rows int64, err error) {
	r, err := array.NewRecordReader(schema, recs)
	if err != nil {
		return 0, err
	}
	defer r.Release()
	for r.Next() {
		rec := r.Record()
		rows += rec.NumRows()
	}
	return rows, r.Err()
}

// collect retains each record that outlives the turn, and drops all of them if
// one fails.
func collect(r array.RecordReader) (recs []arrow.Record, err error) {
	for r.Next() {
		rec := r.Record()
		if err := upload(rec); err != nil {
			for _, kept := range recs {
				kept.Release()
			}
			return nil, err
		}
		rec.Retain()
		recs = append(recs, rec)
	}
	return recs, r.Err()
}

// table releases the record, since the table has retained its columns.
func table(mem memory.Allocator, rows []row) arrow.Table {
	rec := newRecord(mem, rows)
	defer rec.Release()
	return array.NewTableFromRecords(schema, []arrow.Record{rec})
}

// values copies the integers before the array goes.
func values(mem memory.Allocator, in []int64) []int64 {
	arr := build(mem, in)
	defer arr.Release()
	return slices.Clone(arr.Int64Values())
}

// perTask retains once for each goroutine, which releases.
func perTask(rec arrow.Record, n int) {
	for range n {
		rec.Retain()
		go func() {
			defer rec.Release()
			if err := upload(rec); err != nil {
				fmt.Println(err)
			}
		}()
	}
}

// joined waits for the goroutines that borrow its record.
func joined(mem memory.Allocator, rows []row, n int) error {
	rec := newRecord(mem, rows)
	defer rec.Release()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = upload(rec) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// both releases the left record when the right one fails.
func both(mem memory.Allocator, left, right []row) (arrow.Record, arrow.Record, error) {
	l, err := loadRecord(mem, left)
	if err != nil {
		return nil, nil, err
	}
	r, err := loadRecord(mem, right)
	if err != nil {
		l.Release()
		return nil, nil, fmt.Errorf("right: %w", err)
	}
	return l, r, nil
}

// renamed swaps a record for one derived from it.
func renamed(mem memory.Allocator, rows []row, ids arrow.Array) (arrow.Record, error) {
	rec := newRecord(mem, rows)
	next, err := rec.SetColumn(0, ids)
	rec.Release()
	if err != nil {
		return nil, fmt.Errorf("set column: %w", err)
	}
	rec = next
	return rec, nil
}

// produce sends records that the receiver must release.
func produce(mem memory.Allocator, batches [][]row, out chan<- arrow.Record, stop <-chan struct{}) {
	for _, rows := range batches {
		rec := newRecord(mem, rows)
		select {
		case out <- rec:
		case <-stop:
			rec.Release()
			return
		}
	}
}
