package array

import (
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Int8Builder builds an array of integers.
type Int8Builder struct {
	builder
	values []int8
}

// NewInt8Builder returns an empty builder with one reference.
func NewInt8Builder(mem memory.Allocator) *Int8Builder {
	b := &Int8Builder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *Int8Builder) Type() arrow.DataType { return arrow.PrimitiveTypes.Int8 }

// Release gives a reference up; the last one drops the values.
func (b *Int8Builder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *Int8Builder) Append(v int8) { b.values = append(b.values, v) }

// UnsafeAppend adds a value that room was made for.
func (b *Int8Builder) UnsafeAppend(v int8) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *Int8Builder) AppendNull() { b.Append(0) }

// AppendValues adds values.
func (b *Int8Builder) AppendValues(v []int8, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *Int8Builder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *Int8Builder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *Int8Builder) NewArray() arrow.Array { return b.NewInt8Array() }

// NewInt8Array returns the values as an array that the caller must release.
func (b *Int8Builder) NewInt8Array() (a *Int8) {
	a = &Int8{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// Int8 is an array of integers.
type Int8 struct {
	refCount atomic.Int64
	values   []int8
}

// Retain adds a reference.
func (a *Int8) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *Int8) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *Int8) DataType() arrow.DataType { return arrow.PrimitiveTypes.Int8 }

// NullN returns how many nulls there are.
func (a *Int8) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *Int8) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *Int8) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *Int8) ValueStr(i int) string { return strconv.Itoa(int(a.values[i])) }

// Len returns how many values there are.
func (a *Int8) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *Int8) Value(i int) int8 { return a.values[i] }

// Int8Values returns the array's own memory.
func (a *Int8) Int8Values() []int8 { return a.values }
