// truth: correct

// Command csvexport streams query results as CSV.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

const maxKept = 32 << 10

type rowBuffer struct {
	line  bytes.Buffer
	cells []string
}

var rowBuffers = sync.Pool{New: func() any { return new(rowBuffer) }}

func getRow() *rowBuffer { return rowBuffers.Get().(*rowBuffer) }

func putRow(b *rowBuffer) {
	if b.line.Cap() > maxKept {
		return
	}
	b.line.Reset()
	clear(b.cells)
	b.cells = b.cells[:0]
	rowBuffers.Put(b)
}

type rows interface {
	next() bool
	scan(into []string) ([]string, error)
}

func needsQuotes(cell string) bool {
	for i := range len(cell) {
		switch cell[i] {
		case ',', '"', '\n', '\r':
			return true
		}
	}
	return false
}

func (b *rowBuffer) encode() []byte {
	for i, cell := range b.cells {
		if i > 0 {
			b.line.WriteByte(',')
		}
		if !needsQuotes(cell) {
			b.line.WriteString(cell)
			continue
		}
		b.line.WriteByte('"')
		for _, r := range cell {
			if r == '"' {
				b.line.WriteByte('"')
			}
			b.line.WriteRune(r)
		}
		b.line.WriteByte('"')
	}
	b.line.WriteByte('\n')
	return b.line.Bytes()
}

// export writes the rows, one buffer for all of them, and returns how many.
func export(w io.Writer, rs rows) (n int, err error) {
	b := getRow()
	defer putRow(b)
	for rs.next() {
		b.line.Reset()
		b.cells, err = rs.scan(b.cells[:0])
		if err != nil {
			return n, fmt.Errorf("row %d: %w", n, err)
		}
		if _, err := w.Write(b.encode()); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// preview renders the first row as a string of its own.
func preview(rs rows) (string, error) {
	if !rs.next() {
		return "", io.EOF
	}
	b := getRow()
	cells, err := rs.scan(b.cells)
	if err != nil {
		putRow(b)
		return "", err
	}
	b.cells = cells
	text := string(b.encode())
	putRow(b)
	return text, nil
}

type fakeRows struct{ at, total, bad int }

func (f *fakeRows) next() bool { f.at++; return f.at <= f.total }

func (f *fakeRows) scan(into []string) ([]string, error) {
	if f.at == f.bad {
		return into, errors.New("cursor is gone")
	}
	return append(into, strconv.Itoa(f.at), `say "hi", ok`, "plain"), nil
}

func main() {
	var out bytes.Buffer
	fmt.Println(export(&out, &fakeRows{total: 4}))
	fmt.Println(export(&out, &fakeRows{total: 9, bad: 3}))
	fmt.Print(out.String())
	fmt.Println(preview(&fakeRows{total: 1}))
	fmt.Println(preview(&fakeRows{total: 1, bad: 1}))
}
