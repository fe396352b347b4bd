// Package namedinmessage has objects without a variable, next to variables that
// a report must not mix up with them.
package namedinmessage

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
)

// A Row is a row of a table.
type Row struct{ ID int }

var rows = rcpool.Pool[Row]{Name: "rows"}

// A table is a value that is assigned again with each change.
type table struct {
	n   int
	sum int
}

// count returns the table with more rows. It borrows the builder.
func (t table) count(b *array.Int64Builder) (table, error) {
	t.n += b.Len()
	return t, nil
}

// add returns the table with the row, which it borrows.
func (t table) add(row *rcpool.Ref[Row]) (table, error) {
	t.sum += row.Value().ID
	return t, nil
}

var mem = memory.NewGoAllocator()

func length(a arrow.Array) int { return a.Len() }

func id(row *Row) int { return row.ID }

// A cursor owns the row that it is at.
type cursor struct{ row rcpool.Ref[Row] }

func (c *cursor) open(id int) error {
	c.row = rows.Get()
	c.row.Value().ID = id
	return nil
}
