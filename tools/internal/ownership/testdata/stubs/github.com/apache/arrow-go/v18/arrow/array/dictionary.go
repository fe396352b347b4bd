package array

import (
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
)

// Dictionary is an array of indices into an array of values.
type Dictionary struct {
	refCount atomic.Int64
	dtype    arrow.DataType
	indices  arrow.Array
	dict     arrow.Array
}

// NewDictionaryArray returns the indices and the values as one array, with
// one reference; it retains both.
func NewDictionaryArray(typ arrow.DataType, indices, dict arrow.Array) *Dictionary {
	a := &Dictionary{dtype: typ, indices: indices, dict: dict}
	a.refCount.Add(1)
	a.indices.Retain()
	a.dict.Retain()
	return a
}

// Retain adds a reference.
func (d *Dictionary) Retain() { d.refCount.Add(1) }

// Release gives a reference up; the last one releases the indices and the
// values.
func (d *Dictionary) Release() {
	if d.refCount.Add(-1) == 0 {
		d.indices.Release()
		d.indices = nil
		d.dict.Release()
		d.dict = nil
	}
}

// DataType returns the type of the indices and the values.
func (d *Dictionary) DataType() arrow.DataType { return d.dtype }

// NullN returns how many nulls there are.
func (d *Dictionary) NullN() int { return d.indices.NullN() }

// IsNull reports whether the value at i is null.
func (d *Dictionary) IsNull(i int) bool { return d.indices.IsNull(i) }

// ValueStr returns the value at i as text.
func (d *Dictionary) ValueStr(i int) string { return d.dict.ValueStr(d.GetValueIndex(i)) }

// Len returns how many indices there are.
func (d *Dictionary) Len() int { return d.indices.Len() }

// Dictionary returns the values, which the array owns.
func (d *Dictionary) Dictionary() arrow.Array { return d.dict }

// Indices returns the indices, which the array owns.
func (d *Dictionary) Indices() arrow.Array { return d.indices }

// GetValueIndex returns the index at i.
func (d *Dictionary) GetValueIndex(i int) int {
	switch indices := d.indices.(type) {
	case *Int8:
		return int(indices.Value(i))
	case *Int32:
		return int(indices.Value(i))
	case *Int64:
		return int(indices.Value(i))
	}
	return -1
}
