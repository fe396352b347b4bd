// Package ipc stands for arrow's package of this name: the same names and
// signatures, and bodies that count in the same way.
package ipc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type config struct {
	alloc  memory.Allocator
	schema *arrow.Schema
}

func newConfig(opts ...Option) *config {
	cfg := &config{alloc: memory.NewGoAllocator()}
	for _, opt := range opts {
		opt(cfg)
	}
	return cfg
}

// Option is a choice for a reader or a writer.
type Option func(*config)

// WithAllocator chooses where the memory comes from.
func WithAllocator(mem memory.Allocator) Option {
	return func(cfg *config) {
		cfg.alloc = mem
	}
}

// WithSchema chooses the schema.
func WithSchema(schema *arrow.Schema) Option {
	return func(cfg *config) {
		cfg.schema = schema
	}
}

type column struct {
	Name, Type string
	Nullable   bool
}

var types = map[string]arrow.DataType{
	"int64":   arrow.PrimitiveTypes.Int64,
	"float64": arrow.PrimitiveTypes.Float64,
	"utf8":    arrow.BinaryTypes.String,
}

var errInconsistentSchema = errors.New("arrow/ipc: tried to write record batch with different schema")

// Writer writes batches as a stream.
type Writer struct {
	w       *json.Encoder
	schema  *arrow.Schema
	started bool
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer, opts ...Option) *Writer {
	cfg := newConfig(opts...)
	return &Writer{w: json.NewEncoder(w), schema: cfg.schema}
}

func (w *Writer) start() error {
	w.started = true
	var cols []column
	for _, f := range w.schema.Fields() {
		cols = append(cols, column{f.Name, f.Type.Name(), f.Nullable})
	}
	return w.w.Encode(cols)
}

// Write writes a batch, which stays the caller's.
func (w *Writer) Write(rec arrow.RecordBatch) (err error) {
	schema := rec.Schema()
	if !w.started {
		if w.schema == nil {
			w.schema = schema
		}
		if err := w.start(); err != nil {
			return err
		}
	}
	if !schema.Equal(w.schema) {
		return errInconsistentSchema
	}
	rows := make([][]string, rec.NumRows())
	for i := range rows {
		for _, col := range rec.Columns() {
			rows[i] = append(rows[i], col.ValueStr(i))
		}
	}
	return w.w.Encode(rows)
}

// Close ends the stream.
func (w *Writer) Close() error {
	if w.started || w.schema == nil {
		return nil
	}
	return w.start()
}

// Reader reads batches from a stream, and owns the one that it is at.
type Reader struct {
	r      *json.Decoder
	schema *arrow.Schema

	refCount atomic.Int64
	rec      arrow.RecordBatch
	err      error
	done     bool

	mem memory.Allocator
}

// NewReader returns a reader of r, with one reference.
func NewReader(r io.Reader, opts ...Option) (rr *Reader, err error) {
	cfg := newConfig(opts...)
	rr = &Reader{r: json.NewDecoder(r), mem: cfg.alloc}
	rr.refCount.Add(1)
	if err := rr.readSchema(cfg.schema); err != nil {
		rr.Release()
		return nil, err
	}
	return rr, nil
}

func (r *Reader) readSchema(schema *arrow.Schema) error {
	var cols []column
	if err := r.r.Decode(&cols); err != nil {
		return fmt.Errorf("arrow/ipc: could not read message schema: %w", err)
	}
	var fields []arrow.Field
	for _, c := range cols {
		fields = append(fields, arrow.Field{Name: c.Name, Type: types[c.Type], Nullable: c.Nullable})
	}
	r.schema = arrow.NewSchema(fields, nil)
	if schema != nil && !schema.Equal(r.schema) {
		return errInconsistentSchema
	}
	return nil
}

// Err returns what went wrong.
func (r *Reader) Err() error { return r.err }

// Schema returns the schema of the stream.
func (r *Reader) Schema() *arrow.Schema { return r.schema }

// Retain adds a reference.
func (r *Reader) Retain() { r.refCount.Add(1) }

// Release gives a reference up; the last one releases the batch.
func (r *Reader) Release() {
	if r.refCount.Add(-1) == 0 {
		if r.rec != nil {
			r.rec.Release()
			r.rec = nil
		}
		r.r = nil
	}
}

// Next goes to the next batch, and gives up the one before.
func (r *Reader) Next() bool {
	if r.rec != nil {
		r.rec.Release()
		r.rec = nil
	}
	if r.err != nil || r.done {
		return false
	}
	return r.next()
}

func (r *Reader) next() bool {
	var rows [][]string
	if r.err = r.r.Decode(&rows); r.err != nil {
		r.done = true
		if errors.Is(r.err, io.EOF) {
			r.err = nil
		}
		return false
	}
	r.rec, r.err = newRecordBatch(r.schema, rows, r.mem)
	return r.err == nil
}

func newRecordBatch(schema *arrow.Schema, rows [][]string, mem memory.Allocator) (arrow.RecordBatch, error) {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for _, row := range rows {
		for i, text := range row {
			switch f := b.Field(i).(type) {
			case *array.StringBuilder:
				f.Append(text)
			case *array.Int64Builder:
				var v int64
				if _, err := fmt.Sscan(text, &v); err != nil {
					return nil, err
				}
				f.Append(v)
			case *array.Float64Builder:
				var v float64
				if _, err := fmt.Sscan(text, &v); err != nil {
					return nil, err
				}
				f.Append(v)
			}
		}
	}
	return b.NewRecordBatch(), nil
}

// RecordBatch returns the batch, until the next call of Next. The reader owns it.
func (r *Reader) RecordBatch() arrow.RecordBatch { return r.rec }

// Record is the old name of RecordBatch.
func (r *Reader) Record() arrow.Record { return r.RecordBatch() }

// Read goes to the next batch and returns it; the reader owns it. At the end
// the error is io.EOF.
func (r *Reader) Read() (arrow.RecordBatch, error) {
	if r.rec != nil {
		r.rec.Release()
		r.rec = nil
	}
	if !r.next() {
		if r.done && r.err == nil {
			return nil, io.EOF
		}
		return nil, r.err
	}
	return r.rec, nil
}

var _ array.RecordReader = (*Reader)(nil)
