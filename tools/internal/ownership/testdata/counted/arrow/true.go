package arrow

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// builderLost never releases its builder.
func builderLost(mem memory.Allocator, values []int64) *array.Int64 {
	b := array.NewInt64Builder(mem) // want "^leak: "
	b.AppendValues(values, nil)
	return b.NewInt64Array()
}

// arrayLostOnError forgets the array on the early return.
func arrayLostOnError(mem memory.Allocator, values []int64) (int64, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	arr := b.NewInt64Array() // want "^leak: "
	if arr.Len() == 0 {
		return 0, errEmpty
	}
	total := sum(arr.Int64Values())
	arr.Release()
	return total, nil
}

// recordLost releases the columns but not the record made of them.
func recordLost(mem memory.Allocator, values []int64) error {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	ids := b.NewArray()
	defer ids.Release()
	rec := array.NewRecord(idSchema, []arrow.Array{ids}, int64(len(values))) // want "^leak: "
	return upload(rec)
}

// discarded empties a builder and drops the array.
func discarded(b *array.Int64Builder, values []int64) {
	if b.Len() > 0 {
		b.NewArray() // want "^leak: "
	}
	b.AppendValues(values, nil)
}

// overwritten loses every record but the last.
func overwritten(mem memory.Allocator, batches [][]row) error {
	var rec arrow.Record
	for _, rows := range batches {
		rec = newRecord(mem, rows) // want "^leak: "
		if err := upload(rec); err != nil {
			break
		}
	}
	if rec != nil {
		rec.Release()
	}
	return nil
}

// releasedTwice releases on the error path although a Release is deferred.
func releasedTwice(mem memory.Allocator, rows []row) error {
	rec := newRecord(mem, rows)
	defer rec.Release()
	if err := upload(rec); err != nil {
		rec.Release() // want "^double-release: "
		return fmt.Errorf("upload: %w", err)
	}
	return nil
}

// lengthAfter asks an array that it has released.
func lengthAfter(b *array.StringBuilder) int {
	arr := b.NewStringArray()
	first := arr.Value(0)
	arr.Release()
	return arr.Len() + len(first) // want "^use-after-release: "
}

// returned returns the record that its deferred Release frees.
func returned(mem memory.Allocator, rows []row) (arrow.Record, error) {
	rec := newRecord(mem, rows)
	defer rec.Release()
	if rec.NumRows() == 0 {
		return nil, errEmpty
	}
	return rec, nil // want "^escape: "
}

// forwarded sends the reader's record, which lives until the next turn only.
func forwarded(recs []arrow.Record, out chan<- arrow.Record) error {
	r, err := array.NewRecordReader(schema, recs)
	if err != nil {
		return err
	}
	defer r.Release()
	for r.Next() {
		out <- r.Record() // missed "^escape: "
	}
	return r.Err()
}

// columnReleased releases a column that belongs to the record.
func columnReleased(mem memory.Allocator, rows []row) (int, error) {
	rec, err := loadRecord(mem, rows)
	if err != nil {
		return 0, err
	}
	defer rec.Release()
	col := rec.Column(0)
	n := col.Len()
	col.Release() // missed "^double-release: "
	return n, nil
}

// recordInTable thinks that the table takes the record over.
func recordInTable(mem memory.Allocator, rows []row) int64 {
	rec := newRecord(mem, rows) // want "^leak: "
	tbl := array.NewTableFromRecords(schema, []arrow.Record{rec})
	defer tbl.Release()
	return tbl.NumRows()
}

// valuesAfter reads the memory of an array that is gone.
func valuesAfter(mem memory.Allocator, values []int64) int64 {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	arr := b.NewInt64Array()
	ints := arr.Int64Values()
	arr.Release()
	return sum(ints) // want "^use-after-release: "
}

// bytesAfter reads the memory of a buffer that is gone.
func bytesAfter(mem memory.Allocator, text string) string {
	buf := memory.NewResizableBuffer(mem)
	buf.Resize(len(text))
	b := buf.Bytes()
	copy(b, text)
	buf.Release()
	return string(b) // want "^use-after-release: "
}

// retainedForNobody retains for a goroutine that does not release.
func retainedForNobody(mem memory.Allocator, rows []row) {
	rec := newRecord(mem, rows)
	defer rec.Release()
	rec.Retain() // want "^leak: "
	go func() {
		if err := upload(rec); err != nil {
			fmt.Println(err)
		}
	}()
}

// lentToGoroutine gives its record to a goroutine and releases it.
func lentToGoroutine(mem memory.Allocator, rows []row) {
	rec := newRecord(mem, rows)
	defer rec.Release()
	go upload(rec) // want "^escape: "
}

// half loses the left record when the right one fails.
func half(mem memory.Allocator, left, right []row) (int64, error) {
	l, err := loadRecord(mem, left) // want "^leak: "
	if err != nil {
		return 0, err
	}
	r, err := loadRecord(mem, right)
	if err != nil {
		return 0, fmt.Errorf("right: %w", err)
	}
	n := l.NumRows() + r.NumRows()
	l.Release()
	r.Release()
	return n, nil
}

// skipped loses the records that it skips.
func skipped(mem memory.Allocator, batches [][]row) error {
	for _, rows := range batches {
		rec := newRecord(mem, rows) // want "^leak: "
		if rec.NumRows() == 0 {
			continue
		}
		err := upload(rec)
		rec.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// sliceLost releases the record and forgets the slice of it.
func sliceLost(mem memory.Allocator, rows []row) error {
	rec := newRecord(mem, rows)
	defer rec.Release()
	head := rec.NewSlice(0, 1) // want "^leak: "
	return upload(head)
}

// columnSet replaces its record by the one with another column.
func columnSet(mem memory.Allocator, rows []row, ids arrow.Array) (arrow.Record, error) {
	rec, err := loadRecord(mem, rows) // want "^leak: "
	if err != nil {
		return nil, err
	}
	rec, err = rec.SetColumn(0, ids)
	if err != nil {
		return nil, fmt.Errorf("set column: %w", err)
	}
	return rec, nil
}
