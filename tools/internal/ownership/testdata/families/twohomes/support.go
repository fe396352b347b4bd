// Package twohomes has structs with several places for references, each of which releases what
// it has.
package twohomes

import (
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type Page struct {
	No   int
	Text []byte
}

func (p *Page) Reset() { p.No, p.Text = 0, p.Text[:0] }

var pages = rcpool.Pool[Page]{Name: "pages"}

func get(no int) rcpool.Ref[Page] {
	page := pages.Get()
	page.Value().No = no
	return page
}

// A table counts its references itself.
type table struct {
	refs atomic.Int32
	rows map[string]int
}

func NewTable(rows map[string]int) *table {
	t := &table{rows: rows}
	t.refs.Store(1)
	return t
}

func (t *table) Retain() { t.refs.Add(1) }

func (t *table) Release() {
	if n := t.refs.Add(-1); n == 0 {
		t.rows = nil
	} else if n < 0 {
		panic("released too often")
	}
}

func column(mem memory.Allocator, values ...int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewArray()
}
