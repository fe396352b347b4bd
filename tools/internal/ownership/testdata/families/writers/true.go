// Package writers gives pooled writers to what writes to them, and does not finish them.
package writers

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"io"
	"log"
	"sync"
	"text/template"

	"github.com/rcpool/rcpool/stdpool"
)

type record struct {
	Host string
	Code int
}

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// The lines are copied from a buffer, and the stream has no end.
func ship(body io.Writer, lines []string) error {
	gz := stdpool.GzipWriter(body, gzip.DefaultCompression)
	defer gz.Release() // want "unclosed: "
	line := stdpool.Buffer()
	defer line.Release()
	for _, text := range lines {
		line.Value().Reset()
		line.Value().WriteString(text)
		if _, err := line.Value().WriteTo(gz.Value()); err != nil {
			return err
		}
	}
	return gz.Value().Flush()
}

// An encoder does not close what it writes to.
func encode(w io.Writer, records []record) error {
	gz := gzips.Get().(*gzip.Writer)
	defer gzips.Put(gz) // want "unclosed: "
	gz.Reset(w)
	enc := json.NewEncoder(gz)
	for _, r := range records {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// Nor does a csv.Writer, whose Flush writes.
func table(w io.Writer, rows [][]string) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release() // want "unclosed: "
	out := csv.NewWriter(gz.Value())
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// A template is executed into a bufio.Writer.
func page(w io.Writer, t *template.Template, data any) error {
	out := stdpool.BufioWriter(w)
	defer out.Release() // want "unflushed: "
	return t.Execute(out.Value(), data)
}

// The end of the lines stays in the bufio.Writer.
func lines(w io.Writer, records []record) (err error) {
	out := stdpool.BufioWriter(w)
	enc := json.NewEncoder(out.Value())
	for _, r := range records {
		if err = enc.Encode(r); err != nil {
			break
		}
	}
	out.Release() // want "unflushed: "
	return err
}

// The encoder is closed, and the bufio.Writer not flushed.
func text(w io.Writer, data []byte) error {
	out := stdpool.BufioWriter(w)
	defer out.Release() // want "unflushed: "
	enc := base64.NewEncoder(base64.StdEncoding, out.Value())
	if _, err := enc.Write(data); err != nil {
		return err
	}
	return enc.Close()
}

// A compressor that is closed writes to a bufio.Writer.
func compressed(w io.Writer, data []byte) error {
	out := stdpool.BufioWriter(w)
	defer out.Release() // want "unflushed: "
	gz := gzip.NewWriter(out.Value())
	if _, err := gz.Write(data); err != nil {
		return err
	}
	return gz.Close()
}

// A logger has no buffer of its own.
func logged(w io.Writer, records []record) {
	out := stdpool.BufioWriter(w)
	defer out.Release() // want "unflushed: "
	l := log.New(out.Value(), "records: ", 0)
	for _, r := range records {
		l.Println(r.Host, r.Code)
	}
}

func each(w io.Writer, records []record) error {
	for _, r := range records {
		if err := json.NewEncoder(w).Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// A function of this package encodes.
func shipEach(body *bytes.Buffer, records []record) error {
	gz := stdpool.GzipWriter(body, gzip.BestSpeed)
	defer gz.Release() // want "unclosed: "
	return each(gz.Value(), records)
}

// A reader writes.
func forward(w io.Writer, r *bufio.Reader) error {
	out := stdpool.BufioWriter(w)
	defer out.Release() // want "unflushed: "
	_, err := r.WriteTo(out.Value())
	return err
}
