// truth: correct

// Command gzipexport streams tables as compressed CSV.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"sync"
)

var (
	zips    = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}
	buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}
)

// export owns a stack of writers until Close.
type export struct {
	gz   *gzip.Writer
	buf  *bufio.Writer
	csv  *csv.Writer
	rows int
}

func newExport(w io.Writer) *export {
	e := &export{gz: zips.Get().(*gzip.Writer), buf: buffers.Get().(*bufio.Writer)}
	e.gz.Reset(w)
	e.buf.Reset(e.gz)
	e.csv = csv.NewWriter(e.buf)
	return e
}

func (e *export) row(cells ...string) error {
	e.rows++
	return e.csv.Write(cells)
}

// Close finishes the stream. A second Close does nothing.
func (e *export) Close() error {
	if e.gz == nil {
		return nil
	}
	e.csv.Flush()
	err := errors.Join(e.csv.Error(), e.buf.Flush(), e.gz.Close())
	e.drop()
	return err
}

// Abort gives the writers back without finishing the stream.
func (e *export) Abort() {
	if e.gz != nil {
		e.drop()
	}
}

func (e *export) drop() {
	e.buf.Reset(nil)
	buffers.Put(e.buf)
	e.gz.Reset(io.Discard)
	zips.Put(e.gz)
	e.buf, e.gz, e.csv = nil, nil, nil
}

type table struct {
	name string
	rows [][]string
}

func dump(w io.Writer, t table) error {
	e := newExport(w)
	defer e.Abort()
	if err := e.row("table", t.name); err != nil {
		return err
	}
	for i, r := range t.rows {
		if len(r) == 0 {
			return fmt.Errorf("%s: row %d is empty", t.name, i)
		}
		if err := e.row(r...); err != nil {
			return err
		}
	}
	return e.Close()
}

func main() {
	for _, t := range []table{
		{"users", [][]string{{"1", "ann"}, {"2", "bob, jr"}}},
		{"bad", [][]string{{"1"}, {}}},
		{"empty", nil},
	} {
		var out bytes.Buffer
		if err := dump(&out, t); err != nil {
			fmt.Println("error:", err)
			continue
		}
		r, err := gzip.NewReader(&out)
		if err != nil {
			fmt.Println(err)
			continue
		}
		text, err := io.ReadAll(r)
		fmt.Printf("%q %v\n", text, err)
	}
}
