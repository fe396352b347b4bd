package wrappedwriters

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/csv"
	"encoding/json"
	"html/template"
	"io"
)

// The callee writes through an encoder of its own, and closes nothing.
func exported(w io.Writer, rows [][]string) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz) // want "unclosed: "
	gz.Reset(w)
	return table(gz, rows)
}

// The helper only flushes.
func shipped(w io.Writer, wins []int) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz) // want "unclosed: "
	gz.Reset(w)
	out := json.NewEncoder(gz)
	for _, win := range wins {
		if err := out.Encode(win); err != nil {
			return err
		}
	}
	return flushed(gz)
}

// Flush of the csv.Writer ends no gzip stream.
func csvOnly(w io.Writer, rows [][]string) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz) // want "unclosed: "
	gz.Reset(w)
	out := csv.NewWriter(gz)
	out.WriteAll(rows)
	out.Flush()
	return out.Error()
}

// A template writes.
func rendered(w io.Writer, page *template.Template, data any) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz) // want "unclosed: "
	gz.Reset(w)
	return page.Execute(gz, data)
}

// The typed API.
func typedDump(w io.Writer, v any) error {
	ref := zlibs.Get()
	defer ref.Release() // want "unclosed: "
	ref.Value().Reset(w)
	return encode(ref.Value(), v)
}

// A helper of a helper.
func bothTables(w io.Writer, a, b [][]string) error {
	zw := zlibWriters.Get().(*zlib.Writer)
	zw.Reset(w)
	err := tables(zw, a, b)
	zlibWriters.Put(zw) // want "unclosed: "
	return err
}

// The table is written by a method, after a head of this function.
func titled(w io.Writer, title string, rows [][]string) error {
	zw := zlibWriters.Get().(*zlib.Writer)
	defer zlibWriters.Put(zw) // want "unclosed: "
	zw.Reset(w)
	if _, err := io.WriteString(zw, title); err != nil {
		return err
	}
	return csv.NewWriter(zw).WriteAll(rows)
}

// The buffer writes itself.
func drained(w io.Writer, b *bytes.Buffer) error {
	gz := compressors.Get().(*gzip.Writer)
	gz.Reset(w)
	_, err := b.WriteTo(gz)
	compressors.Put(gz) // want "unclosed: "
	return err
}
