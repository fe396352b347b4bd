package listsofarrays

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A deferred loop releases the columns.
func lengthDeferred(mem memory.Allocator, rows [][]string) (n int, err error) {
	var columns []arrow.Array
	defer func() {
		for _, c := range columns {
			c.Release()
		}
	}()
	for _, row := range rows {
		c, err := column(mem, row)
		if err != nil {
			return 0, err
		}
		columns = append(columns, c)
	}
	for _, c := range columns {
		n += c.Len()
	}
	return n, nil
}

// The columns go to a table.
func newTable(mem memory.Allocator, t *table, rows [][]string) error {
	var columns []arrow.Array
	for _, row := range rows {
		c, err := column(mem, row)
		if err != nil {
			for _, c := range columns {
				c.Release()
			}
			return err
		}
		columns = append(columns, c)
	}
	t.columns = columns
	return nil
}
