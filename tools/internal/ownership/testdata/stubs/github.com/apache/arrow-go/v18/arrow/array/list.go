package array

import (
	"encoding/json"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// ListBuilder builds an array of lists.
type ListBuilder struct {
	builder
	values  Builder
	offsets []int32
	dt      arrow.DataType
}

// NewListBuilder returns an empty builder with one reference.
func NewListBuilder(mem memory.Allocator, etype arrow.DataType) *ListBuilder {
	b := &ListBuilder{
		builder: builder{mem: mem},
		values:  NewBuilder(mem, etype),
		dt:      arrow.ListOf(etype),
	}
	b.refCount.Add(1)
	return b
}

// Type returns the type of the array.
func (b *ListBuilder) Type() arrow.DataType { return b.dt }

// Release gives a reference up; the last one releases the builder of the values.
func (b *ListBuilder) Release() {
	if b.refCount.Add(-1) == 0 {
		b.offsets = nil
		b.values.Release()
	}
}

// ValueBuilder returns the builder of the values, which the list builder owns.
func (b *ListBuilder) ValueBuilder() Builder { return b.values }

// Append begins a list.
func (b *ListBuilder) Append(v bool) { b.offsets = append(b.offsets, int32(b.values.Len())) }

// AppendNull adds a null.
func (b *ListBuilder) AppendNull() { b.Append(false) }

// Len returns how many lists there are.
func (b *ListBuilder) Len() int { return len(b.offsets) }

// Reserve makes room for n lists.
func (b *ListBuilder) Reserve(n int) {}

// NewArray returns the lists as an array that the caller must release.
func (b *ListBuilder) NewArray() arrow.Array { return b.NewListArray() }

// NewListArray returns the lists as an array that the caller must release.
func (b *ListBuilder) NewListArray() (a *List) {
	a = &List{offsets: append(b.offsets, int32(b.values.Len())), dt: b.dt}
	a.refCount.Add(1)
	a.values = b.values.NewArray()
	b.offsets = nil
	return
}

// List is an array of lists.
type List struct {
	refCount atomic.Int64
	values   arrow.Array
	offsets  []int32
	dt       arrow.DataType
}

// Retain adds a reference, also to the values.
func (a *List) Retain() {
	a.refCount.Add(1)
	a.values.Retain()
}

// Release gives a reference up, also to the values.
func (a *List) Release() {
	if a.refCount.Add(-1) == 0 {
		a.offsets = nil
	}
	a.values.Release()
}

// DataType returns the type of the lists.
func (a *List) DataType() arrow.DataType { return a.dt }

// NullN returns how many nulls there are.
func (a *List) NullN() int { return 0 }

// IsNull reports whether the list at i is null.
func (a *List) IsNull(i int) bool { return false }

// IsValid reports whether there is a list at i.
func (a *List) IsValid(i int) bool { return true }

// ValueStr returns the list at i as text.
func (a *List) ValueStr(i int) string {
	var all []string
	for from, to := a.ValueOffsets(i); from < to; from++ {
		all = append(all, a.values.ValueStr(int(from)))
	}
	text, _ := json.Marshal(all)
	return string(text)
}

// Len returns how many lists there are.
func (a *List) Len() int { return len(a.offsets) - 1 }

// ListValues returns the values of all lists, which the array owns.
func (a *List) ListValues() arrow.Array { return a.values }

// ValueOffsets returns where the values of the list at i are.
func (a *List) ValueOffsets(i int) (start, end int64) {
	return int64(a.offsets[i]), int64(a.offsets[i+1])
}
