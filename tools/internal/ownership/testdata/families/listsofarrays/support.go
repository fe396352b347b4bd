// Package listsofarrays has lists of counted objects that a function makes and releases.
package listsofarrays

import (
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// column returns an array that the caller releases.
func column(mem memory.Allocator, row []string) (arrow.Array, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for _, s := range row {
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, err
		}
		b.Append(v)
	}
	return b.NewArray(), nil
}

type table struct{ columns []arrow.Array }
