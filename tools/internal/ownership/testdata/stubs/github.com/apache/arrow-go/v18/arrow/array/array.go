// Package array stands for arrow's package of this name: the same names and
// signatures, and bodies that count in the same way.
package array

import (
	"errors"
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Builder builds an array.
type Builder interface {
	Type() arrow.DataType
	Retain()
	Release()
	Len() int
	AppendNull()
	Reserve(n int)
	NewArray() arrow.Array
}

type builder struct {
	refCount atomic.Int64
	mem      memory.Allocator
}

// Retain adds a reference.
func (b *builder) Retain() { b.refCount.Add(1) }

// NewBuilder returns a builder for the type, with one reference.
func NewBuilder(mem memory.Allocator, dtype arrow.DataType) Builder {
	if dtype == arrow.BinaryTypes.String {
		return NewStringBuilder(mem)
	}
	switch dtype {
	case arrow.PrimitiveTypes.Float64:
		return NewFloat64Builder(mem)
	case arrow.PrimitiveTypes.Float32:
		return NewFloat32Builder(mem)
	case arrow.PrimitiveTypes.Int8:
		return NewInt8Builder(mem)
	case arrow.PrimitiveTypes.Int32:
		return NewInt32Builder(mem)
	case arrow.FixedWidthTypes.Boolean:
		return NewBooleanBuilder(mem)
	}
	return NewInt64Builder(mem)
}

// Int64Builder builds an array of integers.
type Int64Builder struct {
	builder
	values []int64
}

// NewInt64Builder returns an empty builder with one reference.
func NewInt64Builder(mem memory.Allocator) *Int64Builder {
	b := &Int64Builder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *Int64Builder) Type() arrow.DataType { return arrow.PrimitiveTypes.Int64 }

// Release gives a reference up; the last one drops the values.
func (b *Int64Builder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *Int64Builder) Append(v int64) { b.values = append(b.values, v) }

// UnsafeAppend adds a value that room was made for.
func (b *Int64Builder) UnsafeAppend(v int64) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *Int64Builder) AppendNull() { b.Append(0) }

// AppendValues adds values.
func (b *Int64Builder) AppendValues(v []int64, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *Int64Builder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *Int64Builder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *Int64Builder) NewArray() arrow.Array { return b.NewInt64Array() }

// NewInt64Array returns the values as an array that the caller must release.
func (b *Int64Builder) NewInt64Array() (a *Int64) {
	a = &Int64{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// Int64 is an array of integers.
type Int64 struct {
	refCount atomic.Int64
	values   []int64
}

// Retain adds a reference.
func (a *Int64) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *Int64) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *Int64) DataType() arrow.DataType { return arrow.PrimitiveTypes.Int64 }

// NullN returns how many nulls there are.
func (a *Int64) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *Int64) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *Int64) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *Int64) ValueStr(i int) string { return strconv.FormatInt(a.values[i], 10) }

// Len returns how many values there are.
func (a *Int64) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *Int64) Value(i int) int64 { return a.values[i] }

// Int64Values returns the array's own memory.
func (a *Int64) Int64Values() []int64 { return a.values }

// Float64Builder builds an array of floats.
type Float64Builder struct {
	builder
	values []float64
}

// NewFloat64Builder returns an empty builder with one reference.
func NewFloat64Builder(mem memory.Allocator) *Float64Builder {
	b := &Float64Builder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *Float64Builder) Type() arrow.DataType { return arrow.PrimitiveTypes.Float64 }

// Release gives a reference up; the last one drops the values.
func (b *Float64Builder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *Float64Builder) Append(v float64) { b.values = append(b.values, v) }

// UnsafeAppend adds a value that room was made for.
func (b *Float64Builder) UnsafeAppend(v float64) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *Float64Builder) AppendNull() { b.Append(0) }

// AppendValues adds values.
func (b *Float64Builder) AppendValues(v []float64, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *Float64Builder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *Float64Builder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *Float64Builder) NewArray() arrow.Array { return b.NewFloat64Array() }

// NewFloat64Array returns the values as an array that the caller must release.
func (b *Float64Builder) NewFloat64Array() (a *Float64) {
	a = &Float64{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// Float64 is an array of floats.
type Float64 struct {
	refCount atomic.Int64
	values   []float64
}

// Retain adds a reference.
func (a *Float64) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *Float64) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *Float64) DataType() arrow.DataType { return arrow.PrimitiveTypes.Float64 }

// NullN returns how many nulls there are.
func (a *Float64) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *Float64) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *Float64) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *Float64) ValueStr(i int) string { return strconv.FormatFloat(a.values[i], 'g', -1, 64) }

// Len returns how many values there are.
func (a *Float64) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *Float64) Value(i int) float64 { return a.values[i] }

// Float64Values returns the array's own memory.
func (a *Float64) Float64Values() []float64 { return a.values }

// StringBuilder builds an array of strings.
type StringBuilder struct {
	builder
	values []string
}

// NewStringBuilder returns an empty builder with one reference.
func NewStringBuilder(mem memory.Allocator) *StringBuilder {
	b := &StringBuilder{builder: builder{mem: mem}}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *StringBuilder) Type() arrow.DataType { return arrow.BinaryTypes.String }

// Release gives a reference up; the last one drops the values.
func (b *StringBuilder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.values = nil
	}
}

// Append adds a value.
func (b *StringBuilder) Append(v string) { b.values = append(b.values, v) }

// AppendNull adds a null.
func (b *StringBuilder) AppendNull() { b.Append("") }

// AppendValues adds values.
func (b *StringBuilder) AppendValues(v []string, valid []bool) { b.values = append(b.values, v...) }

// Len returns how many values there are.
func (b *StringBuilder) Len() int { return len(b.values) }

// Reserve makes room for n values.
func (b *StringBuilder) Reserve(n int) {}

// NewArray returns the values as an array that the caller must release.
func (b *StringBuilder) NewArray() arrow.Array { return b.NewStringArray() }

// NewStringArray returns the values as an array that the caller must release.
func (b *StringBuilder) NewStringArray() (a *String) {
	a = &String{values: b.values}
	a.refCount.Add(1)
	b.values = nil
	return
}

// String is an array of strings.
type String struct {
	refCount atomic.Int64
	values   []string
}

// Retain adds a reference.
func (a *String) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one frees the memory.
func (a *String) Release() {
	if a.refCount.Add(-1) == 0 {
		a.values = nil
	}
}

// DataType returns the type of the values.
func (a *String) DataType() arrow.DataType { return arrow.BinaryTypes.String }

// NullN returns how many nulls there are.
func (a *String) NullN() int { return 0 }

// IsNull reports whether the value at i is null.
func (a *String) IsNull(i int) bool { return false }

// IsValid reports whether there is a value at i.
func (a *String) IsValid(i int) bool { return true }

// ValueStr returns the value at i as text.
func (a *String) ValueStr(i int) string { return a.values[i] }

// Len returns how many values there are.
func (a *String) Len() int { return len(a.values) }

// Value returns the value at i.
func (a *String) Value(i int) string { return a.values[i] }

// NewSlice returns a part of arr that the caller must release.
func NewSlice(arr arrow.Array, i, j int64) arrow.Array {
	if ints, ok := arr.(*Int64); ok {
		part := &Int64{values: ints.values[i:j]}
		part.refCount.Add(1)
		return part
	}
	if floats, ok := arr.(*Float64); ok {
		part := &Float64{values: floats.values[i:j]}
		part.refCount.Add(1)
		return part
	}
	part := &String{values: arr.(*String).values[i:j]}
	part.refCount.Add(1)
	return part
}

// Concatenate returns the values of all arrays, of integers or of strings, as one that
// the caller must release.
func Concatenate(all []arrow.Array, mem memory.Allocator) (arrow.Array, error) {
	if len(all) > 0 && all[0].DataType() == arrow.BinaryTypes.String {
		return concatenateStrings(all, mem)
	}
	b := NewInt64Builder(mem)
	defer b.Release()
	for _, a := range all {
		values, ok := a.(*Int64)
		if !ok {
			return nil, errors.New("concatenate: not an array of integers")
		}
		b.AppendValues(values.values, nil)
	}
	return b.NewArray(), nil
}

func concatenateStrings(all []arrow.Array, mem memory.Allocator) (arrow.Array, error) {
	b := NewStringBuilder(mem)
	defer b.Release()
	for _, a := range all {
		values, ok := a.(*String)
		if !ok {
			return nil, errors.New("concatenate: not an array of strings")
		}
		b.AppendValues(values.values, nil)
	}
	return b.NewArray(), nil
}

// MakeArrayOfNull returns an array that the caller must release.
func MakeArrayOfNull(mem memory.Allocator, dt arrow.DataType, length int) arrow.Array {
	b := NewInt64Builder(mem)
	defer b.Release()
	for range length {
		b.AppendNull()
	}
	return b.NewArray()
}
