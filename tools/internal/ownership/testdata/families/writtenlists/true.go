// Package writtenlists makes records of columns that are written as a list. The record
// retains them, so the function has its references as before.
package writtenlists

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errEmpty = errors.New("no rows")

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "user", Type: arrow.BinaryTypes.String},
	{Name: "code", Type: arrow.PrimitiveTypes.Int64},
}, nil)

func names(mem memory.Allocator, all []string) arrow.Array {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, name := range all {
		b.Append(name)
	}
	return b.NewArray()
}

func numbers(mem memory.Allocator, all []int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(all, nil)
	return b.NewArray()
}

// One of the columns is forgotten.
func export(mem memory.Allocator, users []string, codes []int64, sink func(arrow.Record) error) error {
	who := names(mem, users)
	defer who.Release()
	what := numbers(mem, codes) // want "leak: what"
	rec := array.NewRecord(schema, []arrow.Array{who, what}, int64(len(users)))
	defer rec.Release()
	return sink(rec)
}

// All of them are.
func table(mem memory.Allocator, codes []int64) arrow.Record {
	what := numbers(mem, codes) // want "leak: what"
	return array.NewRecord(schema, []arrow.Array{what}, int64(len(codes)))
}

// A column that is made in the list has no name, and no owner.
func unnamed(mem memory.Allocator, codes []int64) arrow.Record {
	return array.NewRecord(schema, []arrow.Array{numbers(mem, codes)}, int64(len(codes))) // want "leak: "
}

// It leaks where there is an error.
func checked(mem memory.Allocator, codes []int64) (arrow.Record, error) {
	what := numbers(mem, codes) // want "leak: what"
	rec := array.NewRecord(schema, []arrow.Array{what}, int64(len(codes)))
	if rec.NumRows() == 0 {
		rec.Release()
		return nil, errEmpty
	}
	what.Release()
	return rec, nil
}

// The chunks of a column.
func chunked(mem memory.Allocator, first, second []int64) *arrow.Chunked {
	a := numbers(mem, first)
	b := numbers(mem, second) // want "leak: b"
	defer a.Release()
	return arrow.NewChunked(arrow.PrimitiveTypes.Int64, []arrow.Array{a, b})
}
