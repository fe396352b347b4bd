package listsofarrays

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The columns before the one that fails are lost.
func length(mem memory.Allocator, rows [][]string) (n int, err error) {
	columns := make([]arrow.Array, 0, len(rows))
	for _, row := range rows {
		c, err := column(mem, row) // want "leak: "
		if err != nil {
			return 0, err
		}
		columns = append(columns, c)
	}
	for _, c := range columns {
		n += c.Len()
		c.Release()
	}
	return n, nil
}

// All columns are lost if there are too many.
func lengthOfFew(mem memory.Allocator, rows [][]string) (n int, err error) {
	var columns []arrow.Array
	for _, row := range rows {
		c, err := column(mem, row) // want "leak: "
		if err != nil {
			for _, c := range columns {
				c.Release()
			}
			return 0, err
		}
		columns = append(columns, c)
	}
	if len(columns) > 8 {
		return 0, errors.New("too many columns")
	}
	for i := range columns {
		n += columns[i].Len()
		columns[i].Release()
	}
	return n, nil
}
