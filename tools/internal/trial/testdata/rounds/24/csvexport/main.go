// truth: unflushed line 96 callee

// Command csvexport streams query results as CSV to clients.
package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 256) }}

type rowSource interface {
	columns() []string
	next() ([]string, bool)
}

type table struct {
	names []string
	rows  [][]string
	at    int
}

func (t *table) columns() []string { return t.names }

func (t *table) next() ([]string, bool) {
	if t.at == len(t.rows) {
		return nil, false
	}
	t.at++
	return t.rows[t.at-1], true
}

func quote(s string) string {
	if strings.ContainsAny(s, ",\"\n") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

func writeRow(w *bufio.Writer, cells []string) error {
	for i, cell := range cells {
		if i > 0 {
			w.WriteByte(',')
		}
		if _, err := w.WriteString(quote(cell)); err != nil {
			return err
		}
	}
	return w.WriteByte('\n')
}

func writeAll(ctx context.Context, w *bufio.Writer, src rowSource) (n int, err error) {
	if err := writeRow(w, src.columns()); err != nil {
		return 0, err
	}
	for {
		row, ok := src.next()
		if !ok {
			return n, nil
		}
		if err := ctx.Err(); err != nil {
			return n, err
		}
		if err := writeRow(w, row); err != nil {
			return n, err
		}
		n++
	}
}

type counter struct {
	io.Writer
	bytes int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += n
	return n, err
}

func export(ctx context.Context, out io.Writer, src rowSource) (rows, size int, err error) {
	c := &counter{Writer: out}
	w := writers.Get().(*bufio.Writer)
	w.Reset(c)
	rows, err = writeAll(ctx, w, src)
	if err != nil {
		err = fmt.Errorf("after %d rows: %w", rows, err)
	}
	writers.Put(w)
	return rows, c.bytes, err
}

func main() {
	var out bytes.Buffer
	t := &table{names: []string{"id", "name", "note"}}
	for i := range 40 {
		t.rows = append(t.rows, []string{fmt.Sprint(i), fmt.Sprintf("user %d", i), `says "hi", often`})
	}
	rows, size, err := export(context.Background(), &out, t)
	fmt.Println(rows, size, err, bytes.Count(out.Bytes(), []byte("\n")))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	t.at = 0
	rows, _, err = export(ctx, io.Discard, t)
	fmt.Println(rows, err)
}
