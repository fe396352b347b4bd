// Package copiedwhole has objects that count their own references, and whose constructor makes
// one that is copied as a whole into a larger struct. The copy has the first reference.
package copiedwhole

import (
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

type column struct {
	count  atomic.Int64
	values *memory.Buffer
}

func (c *column) Retain() { c.count.Add(1) }

func (c *column) Release() {
	if c.count.Add(-1) == 0 {
		c.values.Release()
	}
}

func (c *column) size() int { return c.values.Len() }

func makeColumn() *column {
	c := &column{values: memory.NewResizableBuffer(memory.DefaultAllocator)}
	c.count.Add(1)
	return c
}

// A named column is a column with a name.
type named struct {
	column
	name string
}

// A reader has a column behind an interface.
type reader struct {
	source interface{ Release() }
	count  atomic.Int64
	levels *memory.Buffer
}

func (r *reader) Retain() { r.count.Add(1) }

func (r *reader) Release() {
	if r.count.Add(-1) == 0 {
		r.source.Release()
		r.levels.Release()
	}
}

type Reader interface {
	Retain()
	Release()
}

// A pair has two columns by value.
type pair struct{ left, right column }

func (p *pair) Release() {
	p.left.Release()
	p.right.Release()
}
