package array

import (
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type simpleRecord struct {
	refCount atomic.Int64
	schema   *arrow.Schema
	rows     int64
	arrs     []arrow.Array
}

// NewRecordBatch returns a batch of the columns, with one reference; it
// retains the columns.
func NewRecordBatch(schema *arrow.Schema, cols []arrow.Array, nrows int64) arrow.RecordBatch {
	rec := &simpleRecord{schema: schema, rows: nrows, arrs: make([]arrow.Array, len(cols))}
	rec.refCount.Add(1)
	copy(rec.arrs, cols)
	for _, arr := range rec.arrs {
		arr.Retain()
	}
	return rec
}

// NewRecord is the old name of NewRecordBatch.
func NewRecord(schema *arrow.Schema, cols []arrow.Array, nrows int64) arrow.Record {
	return NewRecordBatch(schema, cols, nrows)
}

func (rec *simpleRecord) Retain() { rec.refCount.Add(1) }

func (rec *simpleRecord) Release() {
	if rec.refCount.Add(-1) == 0 {
		for _, arr := range rec.arrs {
			arr.Release()
		}
		rec.arrs = nil
	}
}

func (rec *simpleRecord) Schema() *arrow.Schema    { return rec.schema }
func (rec *simpleRecord) NumRows() int64           { return rec.rows }
func (rec *simpleRecord) NumCols() int64           { return int64(len(rec.arrs)) }
func (rec *simpleRecord) Columns() []arrow.Array   { return rec.arrs }
func (rec *simpleRecord) Column(i int) arrow.Array { return rec.arrs[i] }
func (rec *simpleRecord) ColumnName(i int) string  { return rec.schema.Field(i).Name }

// MarshalJSON returns the record as JSON.
func (rec *simpleRecord) MarshalJSON() ([]byte, error) { return json.Marshal(rec.arrs) }

func (rec *simpleRecord) SetColumn(i int, arr arrow.Array) (arrow.RecordBatch, error) {
	if i < 0 || i >= len(rec.arrs) {
		return nil, errors.New("arrow/array: column index out of range")
	}
	arrs := make([]arrow.Array, len(rec.arrs))
	copy(arrs, rec.arrs)
	arrs[i] = arr
	return NewRecordBatch(rec.schema, arrs, rec.rows), nil
}

func (rec *simpleRecord) NewSlice(i, j int64) arrow.RecordBatch {
	arrs := make([]arrow.Array, len(rec.arrs))
	for k, arr := range rec.arrs {
		arrs[k] = NewSlice(arr, i, j)
	}
	defer func() {
		for _, arr := range arrs {
			arr.Release()
		}
	}()
	return NewRecordBatch(rec.schema, arrs, j-i)
}

// RecordBuilder builds records.
type RecordBuilder struct {
	refCount atomic.Int64
	mem      memory.Allocator
	schema   *arrow.Schema
	fields   []Builder
}

// NewRecordBuilder returns a builder with one reference.
func NewRecordBuilder(mem memory.Allocator, schema *arrow.Schema) *RecordBuilder {
	b := &RecordBuilder{mem: mem, schema: schema, fields: make([]Builder, schema.NumFields())}
	b.refCount.Add(1)
	for i := range b.fields {
		b.fields[i] = NewBuilder(b.mem, schema.Field(i).Type)
	}
	return b
}

// Retain adds a reference.
func (b *RecordBuilder) Retain() { b.refCount.Add(1) }

// Release gives a reference up; the last one releases the builders of the
// columns.
func (b *RecordBuilder) Release() {
	if b.refCount.Add(-1) == 0 {
		for _, f := range b.fields {
			f.Release()
		}
		b.fields = nil
	}
}

// Schema returns the schema.
func (b *RecordBuilder) Schema() *arrow.Schema { return b.schema }

// Field returns the builder of the column at i, which the record builder owns.
func (b *RecordBuilder) Field(i int) Builder { return b.fields[i] }

// NewRecordBatch returns what was built as a batch that the caller must
// release.
func (b *RecordBuilder) NewRecordBatch() arrow.RecordBatch {
	cols := make([]arrow.Array, len(b.fields))
	rows := int64(0)
	defer func() {
		for _, col := range cols {
			if col != nil {
				col.Release()
			}
		}
	}()
	for i, f := range b.fields {
		cols[i] = f.NewArray()
		rows = int64(cols[i].Len())
	}
	return NewRecordBatch(b.schema, cols, rows)
}

// NewRecord is the old name of NewRecordBatch.
func (b *RecordBuilder) NewRecord() arrow.Record { return b.NewRecordBatch() }

// RecordReader reads a stream of records.
type RecordReader interface {
	Retain()
	Release()
	Schema() *arrow.Schema
	Next() bool
	RecordBatch() arrow.RecordBatch
	Record() arrow.RecordBatch
	Err() error
}

type simpleRecords struct {
	refCount atomic.Int64
	schema   *arrow.Schema
	recs     []arrow.RecordBatch
	cur      arrow.RecordBatch
}

// NewRecordReader returns a reader of recs, with one reference; it retains
// them.
func NewRecordReader(schema *arrow.Schema, recs []arrow.RecordBatch) (RecordReader, error) {
	rs := &simpleRecords{schema: schema, recs: recs}
	rs.refCount.Add(1)
	for _, rec := range rs.recs {
		rec.Retain()
	}
	for _, rec := range recs {
		if rec.Schema() != rs.schema {
			rs.Release()
			return nil, errors.New("arrow/array: mismatch schema")
		}
	}
	return rs, nil
}

func (rs *simpleRecords) Retain() { rs.refCount.Add(1) }

func (rs *simpleRecords) Release() {
	if rs.refCount.Add(-1) == 0 {
		if rs.cur != nil {
			rs.cur.Release()
		}
		for _, rec := range rs.recs {
			rec.Release()
		}
		rs.recs = nil
	}
}

func (rs *simpleRecords) Schema() *arrow.Schema          { return rs.schema }
func (rs *simpleRecords) RecordBatch() arrow.RecordBatch { return rs.cur }
func (rs *simpleRecords) Record() arrow.RecordBatch      { return rs.RecordBatch() }
func (rs *simpleRecords) Err() error                     { return nil }

func (rs *simpleRecords) Next() bool {
	if len(rs.recs) == 0 {
		return false
	}
	if rs.cur != nil {
		rs.cur.Release()
	}
	rs.cur = rs.recs[0]
	rs.recs = rs.recs[1:]
	return true
}

// RecordFromJSON reads a record from a JSON array. It returns how many bytes it has read.
func RecordFromJSON(mem memory.Allocator, schema *arrow.Schema, r io.Reader) (arrow.Record, int64, error) {
	var rows []map[string]any
	d := json.NewDecoder(r)
	if err := d.Decode(&rows); err != nil {
		return nil, d.InputOffset(), err
	}
	return NewRecordBatch(schema, nil, int64(len(rows))), d.InputOffset(), nil
}
