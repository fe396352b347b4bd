// truth: reset line 20,27,46,47 callee

// Command csv-row formats the rows of a table as CSV, with helpers for the
// buffers that rows are built in.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var rowBuffers = sync.Pool{
	New: func() any { return bytes.NewBuffer(make([]byte, 0, 256)) },
}

func acquireRow() *bytes.Buffer {
	return rowBuffers.Get().(*bytes.Buffer)
}

func releaseRow(b *bytes.Buffer) {
	if b.Cap() > 1<<12 {
		return
	}
	rowBuffers.Put(b)
}

type table struct {
	columns []string
	rows    [][]string
}

func quote(cell string) string {
	if !strings.ContainsAny(cell, ",\"\n") {
		return cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

func (t *table) writeRow(w io.Writer, row []string) error {
	if len(row) != len(t.columns) {
		return fmt.Errorf("row has %d cells", len(row))
	}
	b := acquireRow()
	defer releaseRow(b)
	for i, cell := range row {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(cell))
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

func (t *table) writeTo(w io.Writer) (n int, err error) {
	if err := t.writeRow(w, t.columns); err != nil {
		return 0, err
	}
	for _, row := range t.rows {
		if err := t.writeRow(w, row); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func main() {
	t := &table{columns: []string{"name", "text"}}
	for i := range 10 {
		t.rows = append(t.rows, []string{fmt.Sprint("n", i), "hello, world"})
	}
	t.rows = append(t.rows, []string{"short"})
	var out strings.Builder
	n, err := t.writeTo(&out)
	fmt.Println(n, err)
	fmt.Println(strings.Count(out.String(), "\n"), "lines for", n+1, "rows")
}
