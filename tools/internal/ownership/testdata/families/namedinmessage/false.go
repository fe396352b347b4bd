package namedinmessage

import (
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/rcpool/rcpool"
)

// The builder has a variable, and is released.
func countOne(t table) (int, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	t, err := t.count(b)
	return t.n, err
}

// The array has a variable, and is released.
func lengthOf(values ...int64) (n int) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	values2 := b.NewInt64Array()
	n = length(values2)
	values2.Release()
	return n
}

// The row has a variable, and is released.
func addOne(t table) (int, error) {
	row := rows.Get()
	defer row.Release()
	t, err := t.add(&row)
	return t.sum, err
}

// The row that is borrowed is given up by the pool.
func idOf() (n int, err error) {
	err = rows.With(func(row *Row) error {
		n = id(row)
		return nil
	})
	return n, err
}

// The row is released where it was put.
func openCursor(id int) error {
	var c cursor
	err := c.open(id)
	rcpool.Drop(&c.row)
	return err
}
