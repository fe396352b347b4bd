package collected

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// What was decoded before the damaged column is lost.
func columns(mem memory.Allocator, src map[string][]string, names []string) (map[string]arrow.Array, error) {
	cols := make(map[string]arrow.Array, len(names))
	for _, name := range names {
		if _, ok := cols[name]; ok {
			continue
		}
		col, err := decode(mem, src[name]) // want "leak: "
		if err != nil {
			return nil, err
		}
		cols[name] = col
	}
	return cols, nil
}

func countRows(mem memory.Allocator, src map[string][]string, names ...string) (n int, err error) {
	cols, err := columns(mem, src, names)
	if err != nil {
		return 0, err
	}
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	for _, c := range cols {
		n += c.Len()
	}
	return n, nil
}

// It is so with a list, and with a column that is too long.
func list(mem memory.Allocator, limit int, all ...[]string) ([]arrow.Array, error) {
	var cols []arrow.Array
	for _, values := range all {
		col, err := decode(mem, values) // want "leak: "
		if err != nil {
			return nil, err
		}
		cols = append(cols, col)
		if len(cols) > limit {
			return nil, errDamaged
		}
	}
	return cols, nil
}

func countNulls(mem memory.Allocator, all ...[]string) (n int) {
	cols, err := list(mem, 8, all...)
	if err != nil {
		return -1
	}
	for _, c := range cols {
		n += c.NullN()
		c.Release()
	}
	return n
}

// The columns must have one length, or they are lost.
func square(mem memory.Allocator, rows int, all ...[]string) ([]arrow.Array, error) {
	cols := make([]arrow.Array, 0, len(all))
	for _, values := range all {
		col, err := decode(mem, values) // want "leak: "
		if err != nil {
			return nil, err
		}
		cols = append(cols, col)
	}
	if len(cols) != rows {
		return nil, errDamaged
	}
	return cols, nil
}

func countSquare(mem memory.Allocator, all ...[]string) int {
	cols, err := square(mem, len(all), all...)
	if err != nil {
		return 0
	}
	for _, c := range cols {
		c.Release()
	}
	return len(cols)
}
