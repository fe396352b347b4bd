package array

import (
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
)

// TableReader reads a table in batches, which it owns.
type TableReader struct {
	refCount atomic.Int64
	tbl      arrow.Table
	rec      arrow.RecordBatch
	at, step int64
}

// NewTableReader returns a reader with one reference; it retains the table.
func NewTableReader(tbl arrow.Table, chunkSize int64) *TableReader {
	tbl.Retain()
	tr := &TableReader{tbl: tbl, step: chunkSize}
	tr.refCount.Add(1)
	return tr
}

// Retain adds a reference.
func (tr *TableReader) Retain() { tr.refCount.Add(1) }

// Release gives up a reference.
func (tr *TableReader) Release() {
	if tr.refCount.Add(-1) == 0 {
		tr.tbl.Release()
		if tr.rec != nil {
			tr.rec.Release()
		}
		tr.tbl, tr.rec = nil, nil
	}
}

// Next goes to the next batch, and gives up the one before.
func (tr *TableReader) Next() bool {
	if tr.at >= tr.tbl.NumRows() {
		return false
	}
	if tr.rec != nil {
		tr.rec.Release()
	}
	n := min(tr.step, tr.tbl.NumRows()-tr.at)
	tr.rec = NewRecord(tr.tbl.Schema(), nil, n)
	tr.at += n
	return true
}

// Record returns the batch. The reader owns it.
func (tr *TableReader) Record() arrow.RecordBatch { return tr.rec }

// RecordBatch returns the batch, which the reader owns.
func (tr *TableReader) RecordBatch() arrow.RecordBatch { return tr.rec }

// Err returns what went wrong.
func (tr *TableReader) Err() error { return nil }
