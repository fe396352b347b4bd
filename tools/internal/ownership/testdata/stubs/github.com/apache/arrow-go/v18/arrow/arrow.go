// Package arrow stands for arrow's package of this name: the same names and
// signatures, and bodies that count in the same way.
package arrow

import (
	"encoding/json"
	"reflect"
	"sync/atomic"
)

// Type is the kind of a type.
type Type int

// The kinds.
const (
	NULL Type = iota
	BOOL
	INT8
	INT32
	INT64
	FLOAT32
	FLOAT64
	STRING
	LIST
	DICTIONARY
)

// DataType is the type of a column.
type DataType interface {
	ID() Type
	Name() string
}

type primitive string

func (p primitive) ID() Type {
	return map[string]Type{"bool": BOOL, "int8": INT8, "int32": INT32, "int64": INT64, "float32": FLOAT32, "float64": FLOAT64, "utf8": STRING}[string(p)]
}

func (p primitive) Name() string { return string(p) }

// PrimitiveTypes holds the fixed-width types.
var PrimitiveTypes = struct{ Int8, Int32, Int64, Float32, Float64 DataType }{
	primitive("int8"), primitive("int32"), primitive("int64"), primitive("float32"), primitive("float64"),
}

// FixedWidthTypes holds other types of fixed width.
var FixedWidthTypes = struct{ Boolean DataType }{primitive("bool")}

// BinaryTypes holds the types of variable width.
var BinaryTypes = struct{ String DataType }{primitive("utf8")}

// DictionaryType is the type of indices into values.
type DictionaryType struct {
	IndexType DataType
	ValueType DataType
	Ordered   bool
}

// ID returns DICTIONARY.
func (*DictionaryType) ID() Type { return DICTIONARY }

// Name returns the name of the type.
func (*DictionaryType) Name() string { return "dictionary" }

// Field is a column of a schema.
type Field struct {
	Name     string
	Type     DataType
	Nullable bool
}

// Metadata holds pairs of strings.
type Metadata struct{ keys, values []string }

// Schema is the shape of a record.
type Schema struct{ fields []Field }

// NewSchema returns a schema of fields.
func NewSchema(fields []Field, metadata *Metadata) *Schema { return &Schema{fields: fields} }

// Field returns the field at index i.
func (sc *Schema) Field(i int) Field { return sc.fields[i] }

// Fields returns a copy of the fields.
func (sc *Schema) Fields() []Field { return append([]Field(nil), sc.fields...) }

// NumFields returns how many fields there are.
func (sc *Schema) NumFields() int { return len(sc.fields) }

// Equal reports whether both schemas have the same fields.
func (sc *Schema) Equal(o *Schema) bool { return reflect.DeepEqual(sc.fields, o.fields) }

// Array is an immutable, counted sequence of values.
type Array interface {
	DataType() DataType
	NullN() int
	IsNull(i int) bool
	ValueStr(i int) string
	Len() int
	Retain()
	Release()
}

// RecordBatch is a counted set of columns of equal length.
type RecordBatch interface {
	json.Marshaler

	Release()
	Retain()
	Schema() *Schema
	NumRows() int64
	NumCols() int64
	Columns() []Array
	Column(i int) Array
	ColumnName(i int) string
	SetColumn(i int, col Array) (RecordBatch, error)
	NewSlice(i, j int64) RecordBatch
}

// Record is the old name of a RecordBatch.
type Record = RecordBatch

// Table is a counted set of chunked columns.
type Table interface {
	Schema() *Schema
	NumRows() int64
	NumCols() int64
	Column(i int) *Column
	Retain()
	Release()
}

// Chunked is a counted list of arrays.
type Chunked struct {
	refCount atomic.Int64
	chunks   []Array
	dtype    DataType
}

// Len returns the number of elements of all chunks.
func (c *Chunked) Len() int {
	n := 0
	for _, chunk := range c.chunks {
		n += chunk.Len()
	}
	return n
}

// NewChunked returns the arrays as one, with one reference; it retains them.
func NewChunked(dtype DataType, chunks []Array) *Chunked {
	c := &Chunked{chunks: make([]Array, len(chunks)), dtype: dtype}
	c.refCount.Add(1)
	for i, chunk := range chunks {
		chunk.Retain()
		c.chunks[i] = chunk
	}
	return c
}

// Retain adds a reference.
func (a *Chunked) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one releases the chunks.
func (a *Chunked) Release() {
	if a.refCount.Add(-1) == 0 {
		for _, arr := range a.chunks {
			arr.Release()
		}
		a.chunks = nil
	}
}

// Chunk returns the array at index i.
func (a *Chunked) Chunk(i int) Array { return a.chunks[i] }

// DataType is the type of its arrays.
func (a *Chunked) DataType() DataType { return a.dtype }

// Chunks returns the arrays.
func (a *Chunked) Chunks() []Array { return a.chunks }

// Column is a field and its data.
type Column struct {
	field Field
	data  *Chunked
}

// NewColumn returns a column; it retains the chunks.
func NewColumn(field Field, chunks *Chunked) *Column {
	col := Column{field: field, data: chunks}
	col.data.Retain()
	return &col
}

// Retain adds a reference to the data.
func (col *Column) Retain() { col.data.Retain() }

// Release gives a reference to the data up.
func (col *Column) Release() { col.data.Release() }

// Data returns the data.
func (col *Column) Data() *Chunked { return col.data }

// Name returns the name of the field.
func (col *Column) Name() string { return col.field.Name }

// TypeEqual reports whether two types are the same.
func TypeEqual(left, right DataType) bool { return left.Name() == right.Name() }

// ListType is the type of a column of lists.
type ListType struct{ elem Field }

// ListOf returns the type of lists of t.
func ListOf(t DataType) *ListType {
	return &ListType{elem: Field{Name: "item", Type: t, Nullable: true}}
}

// ID returns LIST.
func (*ListType) ID() Type { return LIST }

// Name returns the name of the type.
func (*ListType) Name() string { return "list" }

// Elem returns the type of the values.
func (t *ListType) Elem() DataType { return t.elem.Type }
