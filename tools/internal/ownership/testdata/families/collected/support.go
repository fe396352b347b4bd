// Package collected has functions that collect columns for their callers, who release each of them.
package collected

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errDamaged = errors.New("damaged")

// decode fails if a value is damaged.
func decode(mem memory.Allocator, values []string) (arrow.Array, error) {
	b := array.NewStringBuilder(mem)
	defer b.Release()
	for _, v := range values {
		if v == "?" {
			return nil, errDamaged
		}
		b.Append(v)
	}
	return b.NewArray(), nil
}

func releaseAll(cols map[string]arrow.Array) {
	for _, c := range cols {
		c.Release()
	}
}

// A table has the columns, too.
type table struct{ cols []arrow.Array }

func (t *table) release() {
	for _, c := range t.cols {
		c.Release()
	}
}
