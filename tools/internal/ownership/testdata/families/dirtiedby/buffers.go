// Package dirtiedby has pooled buffers that are written by the functions which they are given to.
package dirtiedby

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errColumn = errors.New("column is not indexed")

type column struct {
	name   string
	values []string
}

// in writes one condition.
func in(b *bytes.Buffer, c column) {
	b.WriteString(c.name)
	b.WriteString(" IN (?)")
}

// where writes all conditions.
func where(b *bytes.Buffer, columns []column) error {
	for i, c := range columns {
		if len(c.values) == 0 {
			return errColumn
		}
		if i > 0 {
			b.WriteString(" AND ")
		}
		in(b, c)
	}
	return nil
}

// list prints to what is a writer for it.
func list(w io.Writer, names ...string) {
	for _, name := range names {
		fmt.Fprintln(w, name)
	}
}

// title prints a line.
func title(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "== %s ==\n", text)
}

// begin empties the buffer first.
func begin(b *bytes.Buffer, text string) {
	b.Reset()
	b.WriteString(text)
}

// flush writes the buffer to w, which empties it.
func flush(w io.Writer, b *bytes.Buffer) error {
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}

// drain copies what was written elsewhere.
func drain(w io.Writer, b *bytes.Buffer) {
	b.WriteByte('\n')
	io.Copy(w, b)
}

// sum adds the numbers that it reads back.
func sum(b *bytes.Buffer, numbers ...byte) (n int) {
	for _, number := range numbers {
		b.WriteByte(number)
	}
	for {
		number, err := b.ReadByte()
		if err != nil {
			return n
		}
		n += int(number)
	}
}

func put(b *bytes.Buffer) {
	b.Reset()
	buffers.Put(b)
}
