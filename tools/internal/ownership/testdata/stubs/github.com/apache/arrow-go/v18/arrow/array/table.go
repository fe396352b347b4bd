package array

import (
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
)

type simpleTable struct {
	refCount atomic.Int64
	rows     int64
	cols     []arrow.Column
	schema   *arrow.Schema
}

// NewTableFromRecords returns the records as one table, with one reference;
// it retains their columns.
func NewTableFromRecords(schema *arrow.Schema, recs []arrow.RecordBatch) arrow.Table {
	tbl := &simpleTable{schema: schema}
	tbl.refCount.Add(1)
	for i := range schema.NumFields() {
		arrs := make([]arrow.Array, len(recs))
		for j, rec := range recs {
			arrs[j] = rec.Column(i)
		}
		chunked := arrow.NewChunked(schema.Field(i).Type, arrs)
		tbl.cols = append(tbl.cols, *arrow.NewColumn(schema.Field(i), chunked))
		chunked.Release()
	}
	for _, rec := range recs {
		tbl.rows += rec.NumRows()
	}
	return tbl
}

// NewTable returns a table of the columns, with one reference; it retains them.
func NewTable(schema *arrow.Schema, cols []arrow.Column, rows int64) arrow.Table {
	tbl := &simpleTable{schema: schema, rows: rows, cols: cols}
	tbl.refCount.Add(1)
	for i := range tbl.cols {
		tbl.cols[i].Retain()
	}
	return tbl
}

func (tbl *simpleTable) Schema() *arrow.Schema      { return tbl.schema }
func (tbl *simpleTable) NumRows() int64             { return tbl.rows }
func (tbl *simpleTable) NumCols() int64             { return int64(len(tbl.cols)) }
func (tbl *simpleTable) Column(i int) *arrow.Column { return &tbl.cols[i] }
func (tbl *simpleTable) Retain()                    { tbl.refCount.Add(1) }

func (tbl *simpleTable) Release() {
	if tbl.refCount.Add(-1) == 0 {
		for i := range tbl.cols {
			tbl.cols[i].Release()
		}
		tbl.cols = nil
	}
}
