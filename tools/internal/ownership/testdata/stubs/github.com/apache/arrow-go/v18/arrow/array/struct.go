package array

import (
	"errors"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
)

// Struct is an array of structs: it has an array for each field.
type Struct struct {
	refCount atomic.Int64
	fields   []arrow.Array
	names    []string
}

// NewStructArray returns the columns as one array, with one reference; it retains
// each of them.
func NewStructArray(cols []arrow.Array, names []string) (*Struct, error) {
	if len(cols) != len(names) || len(cols) == 0 {
		return nil, errors.New("mismatching number of fields and child arrays")
	}
	a := &Struct{fields: cols, names: names}
	a.refCount.Add(1)
	for _, col := range cols {
		col.Retain()
	}
	return a, nil
}

// Retain adds a reference.
func (a *Struct) Retain() { a.refCount.Add(1) }

// Release gives a reference up; the last one releases the fields.
func (a *Struct) Release() {
	if a.refCount.Add(-1) == 0 {
		for _, field := range a.fields {
			field.Release()
		}
		a.fields = nil
	}
}

// Field returns a field, which the array owns.
func (a *Struct) Field(i int) arrow.Array { return a.fields[i] }

// NumField returns how many fields there are.
func (a *Struct) NumField() int { return len(a.fields) }

// Len returns how many structs there are.
func (a *Struct) Len() int { return a.fields[0].Len() }

// DataType returns the type of the first field.
func (a *Struct) DataType() arrow.DataType { return a.fields[0].DataType() }

// NullN returns how many nulls there are.
func (a *Struct) NullN() int { return 0 }

// IsNull reports whether the struct at i is null.
func (a *Struct) IsNull(i int) bool { return false }

// ValueStr returns the struct at i as text.
func (a *Struct) ValueStr(i int) string { return a.fields[0].ValueStr(i) }
