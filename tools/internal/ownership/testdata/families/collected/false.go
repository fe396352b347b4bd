package collected

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A function releases what was decoded.
func columnsWell(mem memory.Allocator, src map[string][]string, names []string) (map[string]arrow.Array, error) {
	cols := make(map[string]arrow.Array, len(names))
	for _, name := range names {
		col, err := decode(mem, src[name])
		if err != nil {
			releaseAll(cols)
			return nil, err
		}
		cols[name] = col
	}
	return cols, nil
}

// What was decoded before is in the result beside the error.
func listSome(mem memory.Allocator, all ...[]string) (cols []arrow.Array, err error) {
	for _, values := range all {
		col, err := decode(mem, values)
		if err != nil {
			return cols, err
		}
		cols = append(cols, col)
	}
	return cols, nil
}

func use(mem memory.Allocator, src map[string][]string, names ...string) (n int, err error) {
	cols, err := columnsWell(mem, src, names)
	if err != nil {
		return 0, err
	}
	for _, c := range cols {
		n += c.Len()
		c.Release()
	}
	more, err := listSome(mem, names)
	for _, c := range more {
		n += c.Len()
		c.Release()
	}
	return n, err
}

// The table has them, and releases them.
func (t *table) load(mem memory.Allocator, all ...[]string) ([]arrow.Array, error) {
	var cols []arrow.Array
	for _, values := range all {
		col, err := decode(mem, values)
		if err != nil {
			return nil, err
		}
		t.cols = append(t.cols, col)
		cols = append(cols, col)
	}
	return cols, nil
}

func load(mem memory.Allocator, all ...[]string) (n int) {
	var t table
	defer t.release()
	cols, err := t.load(mem, all...)
	if err != nil {
		return 0
	}
	for _, c := range cols {
		c.Retain()
		n += c.Len()
		c.Release()
	}
	return n
}
