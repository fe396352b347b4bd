// truth: double-release line 61,63 callee
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type rowBuffer struct {
	cells []string
	sep   byte
}

var rowBuffers = sync.Pool{New: func() any { return &rowBuffer{cells: make([]string, 0, 16)} }}

func getRow(sep byte) *rowBuffer {
	r := rowBuffers.Get().(*rowBuffer)
	r.sep = sep
	return r
}

func putRow(r *rowBuffer) {
	clear(r.cells)
	r.cells = r.cells[:0]
	r.sep = 0
	rowBuffers.Put(r)
}

var errQuote = errors.New("unbalanced quote")

func (r *rowBuffer) parse(line string) error {
	for len(line) > 0 {
		cell, rest, _ := strings.Cut(line, string(r.sep))
		if strings.Count(cell, `"`)%2 != 0 {
			return fmt.Errorf("%w in %q", errQuote, cell)
		}
		r.cells = append(r.cells, strings.Trim(cell, `"`))
		line = rest
	}
	return nil
}

type importer struct {
	header []string
	docs   []map[string]string
	bad    int
}

// reject counts a row that cannot be imported.
func (m *importer) reject(r *rowBuffer, why error) error {
	m.bad++
	n := len(r.cells)
	putRow(r)
	return fmt.Errorf("row rejected after %d cells: %w", n, why)
}

func (m *importer) row(line string) error {
	r := getRow(',')
	defer putRow(r)
	if err := r.parse(line); err != nil {
		return m.reject(r, err)
	}
	if m.header == nil {
		m.header = append([]string(nil), r.cells...)
		return nil
	}
	doc := make(map[string]string, len(r.cells))
	for i, c := range r.cells {
		if i < len(m.header) {
			doc[m.header[i]] = c
		}
	}
	m.docs = append(m.docs, doc)
	return nil
}

func main() {
	m := &importer{}
	for _, line := range []string{"id,name", `1,"ann"`, `2,"bob`, "3,cat,extra", ""} {
		if err := m.row(line); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(m.docs, m.bad)
	a, b := getRow(';'), getRow('|')
	fmt.Println(string(a.sep), string(b.sep))
}
