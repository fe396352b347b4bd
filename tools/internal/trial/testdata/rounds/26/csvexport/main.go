// truth: escape line 65 plain

// Command csvexport renders report pages as CSV and keeps the latest one of each report.
package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"sync"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type Report struct {
	Name    string
	Columns []string
	Rows    [][]string
}

var errShape = errors.New("row has the wrong number of cells")

func (r Report) check() error {
	for i, row := range r.Rows {
		if len(row) != len(r.Columns) {
			return fmt.Errorf("row %d: %w", i, errShape)
		}
	}
	return nil
}

type Exporter struct {
	mu     sync.Mutex
	latest map[string]int
	comma  rune
}

func (e *Exporter) note(name string, size int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.latest[name] = size
}

// Page returns the report as CSV.
func (e *Exporter) Page(r Report) ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	buf := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(buf)
	buf.Reset()
	w := csv.NewWriter(buf)
	w.Comma = e.comma
	if err := w.Write(r.Columns); err != nil {
		return nil, err
	}
	if err := w.WriteAll(r.Rows); err != nil {
		return nil, err
	}
	e.note(r.Name, buf.Len())
	if buf.Len() > 1<<20 {
		return bytes.Clone(buf.Bytes()[:1<<20]), nil
	}
	return buf.Bytes(), nil
}

func main() {
	e := &Exporter{latest: map[string]int{}, comma: ';'}
	for _, r := range []Report{
		{"sales", []string{"day", "eur"}, [][]string{{"mon", "12"}, {"tue", "7"}}},
		{"stock", []string{"sku", "n"}, [][]string{{"x"}}},
		{"staff", []string{"name"}, [][]string{{"ann"}, {"bob;by"}}},
	} {
		page, err := e.Page(r)
		fmt.Printf("%s %v %q\n", r.Name, err, page)
	}
	fmt.Println(e.latest)
}
