// truth: use-after-release line 66 callee
package main

import (
	"fmt"
	"strings"
	"sync"
)

type table struct {
	header []string
	cells  []string
	rows   int
}

type tableCache struct{ pool sync.Pool }

func (c *tableCache) get() *table {
	if t, ok := c.pool.Get().(*table); ok {
		return t
	}
	return new(table)
}

func (c *tableCache) put(t *table) {
	clear(t.header)
	clear(t.cells)
	t.header, t.cells, t.rows = t.header[:0], t.cells[:0], 0
	c.pool.Put(t)
}

type importer struct {
	cache tableCache
	sink  func(header, row []string) error
}

func (im *importer) flush(t *table) error {
	defer im.cache.put(t)
	width := len(t.header)
	for i := 0; i+width <= len(t.cells) && width > 0; i += width {
		if err := im.sink(t.header, t.cells[i:i+width]); err != nil {
			return err
		}
	}
	return nil
}

func (im *importer) run(text string) (int, error) {
	t := im.cache.get()
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Split(line, ",")
		if i == 0 {
			t.header = append(t.header, fields...)
			continue
		}
		if len(fields) != len(t.header) {
			im.cache.put(t)
			return 0, fmt.Errorf("line %d: %d fields", i+1, len(fields))
		}
		t.cells = append(t.cells, fields...)
		t.rows++
	}
	if err := im.flush(t); err != nil {
		return 0, err
	}
	return t.rows, nil
}

func main() {
	seen := 0
	im := &importer{sink: func(header, row []string) error {
		if len(header) != len(row) {
			return fmt.Errorf("ragged")
		}
		seen++
		return nil
	}}
	fmt.Println(im.run("a,b\n1"))
	n, err := im.run("id,name\n1,ann\n2,bob")
	fmt.Println(n, err, seen)
	if n != seen {
		panic("the count is wrong")
	}
}
