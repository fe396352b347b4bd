package writtenlists

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Each column is released.
func exportWell(mem memory.Allocator, users []string, codes []int64, sink func(arrow.Record) error) error {
	who := names(mem, users)
	defer who.Release()
	what := numbers(mem, codes)
	defer what.Release()
	rec := array.NewRecord(schema, []arrow.Array{who, what}, int64(len(users)))
	defer rec.Release()
	return sink(rec)
}

// The list is in a variable, and releases what it has.
func listed(mem memory.Allocator, users []string, codes []int64) arrow.Record {
	columns := []arrow.Array{names(mem, users), numbers(mem, codes)}
	defer func() {
		for _, c := range columns {
			c.Release()
		}
	}()
	return array.NewRecord(schema, columns, int64(len(users)))
}

// The function releases the columns that the record has.
func released(mem memory.Allocator, codes []int64) arrow.Record {
	rec := array.NewRecord(schema, []arrow.Array{numbers(mem, codes)}, int64(len(codes)))
	for _, c := range rec.Columns() {
		c.Release()
	}
	return rec
}

func record(columns []arrow.Array, rows int64) arrow.Record {
	rec := array.NewRecord(schema, columns, rows)
	for _, c := range columns {
		c.Release()
	}
	return rec
}

// A function takes the columns over.
func helped(mem memory.Allocator, users []string, codes []int64) arrow.Record {
	return record([]arrow.Array{names(mem, users), numbers(mem, codes)}, int64(len(users)))
}

type batch struct {
	columns []arrow.Array
	rec     arrow.Record
}

func (b *batch) Close() {
	for _, c := range b.columns {
		c.Release()
	}
	b.rec.Release()
}

// A struct keeps the columns.
func newBatch(mem memory.Allocator, codes []int64) *batch {
	what := numbers(mem, codes)
	return &batch{[]arrow.Array{what}, array.NewRecord(schema, []arrow.Array{what}, int64(len(codes)))}
}

func both(mem memory.Allocator, codes []int64) (arrow.Record, arrow.Array) {
	what := numbers(mem, codes)
	return array.NewRecord(schema, []arrow.Array{what}, int64(len(codes))), what
}

type node struct {
	refs  int
	parts []*node
}

func (n *node) Retain() { n.refs++ }

func (n *node) Release() {
	if n.refs--; n.refs == 0 {
		for _, p := range n.parts {
			p.Release()
		}
	}
}

func NewNode(parts []*node) *node { return &node{refs: 1, parts: parts} }

func tree() *node {
	left, right := NewNode(nil), NewNode(nil)
	return NewNode([]*node{left, right})
}
