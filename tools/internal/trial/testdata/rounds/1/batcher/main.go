// truth: correct

// Command batcher collects rows and writes them in batches, by size and at the end.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Table string
	Cols  []string
}

func (r *Row) Reset() {
	clear(r.Cols)
	*r = Row{Cols: r.Cols[:0]}
}

var rows rcpool.Pool[Row]

type Batcher struct {
	out     io.Writer
	limit   int
	pending []rcpool.Ref[Row]
	spare   []rcpool.Ref[Row]
	err     error
}

// Add takes over row, even if an earlier flush has failed.
func (b *Batcher) Add(row rcpool.Ref[Row]) error {
	if b.err != nil {
		row.Release()
		return b.err
	}
	b.pending = append(b.pending, row)
	if len(b.pending) < b.limit {
		return nil
	}
	return b.Flush()
}

// Flush writes what is pending, and gives all of it back, whatever happens.
func (b *Batcher) Flush() error {
	batch := b.pending
	b.pending, b.spare = b.spare[:0], nil
	defer func() {
		for i := range batch {
			rcpool.Drop(&batch[i])
		}
		b.spare = batch[:0]
	}()
	for _, row := range batch {
		r := row.Value()
		if _, err := fmt.Fprintln(b.out, r.Table, r.Cols); err != nil {
			b.err = fmt.Errorf("flush: %w", err)
			return b.err
		}
	}
	return nil
}

type limited struct {
	io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, io.ErrShortWrite
	}
	return l.Writer.Write(p)
}

func load(w io.Writer, n int) error {
	b := &Batcher{out: w, limit: 4}
	for i := range n {
		row := rows.Get()
		r := row.Value()
		r.Table = "users"
		r.Cols = append(r.Cols, fmt.Sprint(i), "x")
		if err := b.Add(row); err != nil {
			return err
		}
	}
	return b.Flush()
}

func main() {
	var buf bytes.Buffer
	if err := load(&buf, 10); err != nil {
		log.Fatal(err)
	}
	if n := bytes.Count(buf.Bytes(), []byte("\n")); n != 10 {
		log.Fatal("lines: ", n)
	}
	if err := load(&limited{&buf, 30}, 10); err == nil {
		log.Fatal("no error")
	}
	fmt.Println("ok", rows.Stats().InUse)
}
