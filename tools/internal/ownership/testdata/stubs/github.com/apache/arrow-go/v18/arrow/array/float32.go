package array

import (
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Float32Builder builds an array of floats.
type Float32Builder struct {
	builder
	values []float32
}

// NewFloat32Builder returns an empty builder with one reference.
func NewFloat32Builder(mem memory.Allocator) *Float32Builder {
	b := &Float32Builder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *Float32Builder) Type() arrow.DataType { return arrow.PrimitiveTypes.Float32 }

// Release gives a reference up; the last one drops the values.
func (b *Float32Builder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *Float32Builder) Append(v float32) { b.values = append(b.values, v) }

// UnsafeAppend adds a value that room was made for.
func (b *Float32Builder) UnsafeAppend(v float32) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *Float32Builder) AppendNull() { b.Append(0) }

// AppendValues adds values.
func (b *Float32Builder) AppendValues(v []float32, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *Float32Builder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *Float32Builder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *Float32Builder) NewArray() arrow.Array { return b.NewFloat32Array() }

// NewFloat32Array returns the values as an array that the caller must release.
func (b *Float32Builder) NewFloat32Array() (a *Float32) {
	a = &Float32{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// Float32 is an array of floats.
type Float32 struct {
	refCount atomic.Int64
	values   []float32
}

// Retain adds a reference.
func (a *Float32) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *Float32) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *Float32) DataType() arrow.DataType { return arrow.PrimitiveTypes.Float32 }

// NullN returns how many nulls there are.
func (a *Float32) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *Float32) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *Float32) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *Float32) ValueStr(i int) string {
	return strconv.FormatFloat(float64(a.values[i]), 'g', -1, 64)
}

// Len returns how many values there are.
func (a *Float32) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *Float32) Value(i int) float32 { return a.values[i] }

// Float32Values returns the array's own memory.
func (a *Float32) Float32Values() []float32 { return a.values }
