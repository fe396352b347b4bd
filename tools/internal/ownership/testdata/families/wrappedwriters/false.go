package wrappedwriters

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/csv"
	"encoding/json"
	"html/template"
	"io"
)

// Closed on the path that writes all.
func exportedWhole(w io.Writer, rows [][]string) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz)
	gz.Reset(w)
	if err := table(gz, rows); err != nil {
		return err
	}
	return gz.Close()
}

// The helper closes.
func shippedWhole(w io.Writer, wins []int) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz)
	gz.Reset(w)
	out := json.NewEncoder(gz)
	for _, win := range wins {
		if err := out.Encode(win); err != nil {
			return err
		}
	}
	return finish(gz)
}

// The callee knows that its io.Writer may be a Closer.
func encodedAndClosed(w io.Writer, v any) error {
	gz := compressors.Get().(*gzip.Writer)
	defer compressors.Put(gz)
	gz.Reset(w)
	return encodeAndClose(gz, v)
}

// A message of a WebSocket is complete after Flush.
func message(w io.Writer, v any) error {
	fw := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(fw)
	fw.Reset(w)
	if err := encode(fw, v); err != nil {
		return err
	}
	return fw.Flush()
}

// The deferred literal closes.
func renderedWhole(w io.Writer, page *template.Template, data any) (err error) {
	gz := compressors.Get().(*gzip.Writer)
	defer func() {
		if failed := gz.Close(); err == nil {
			err = failed
		}
		compressors.Put(gz)
	}()
	gz.Reset(w)
	return page.Execute(gz, data)
}

// The caller gets the encoder and the Writer.
func begin(w io.Writer) (*gzip.Writer, *json.Encoder) {
	gz := compressors.Get().(*gzip.Writer)
	gz.Reset(w)
	return gz, json.NewEncoder(gz)
}

// The typed API.
func typedDumpWhole(w io.Writer, v any) error {
	ref := zlibs.Get()
	defer ref.Release()
	zw := ref.Value()
	zw.Reset(w)
	if err := encode(zw, v); err != nil {
		return err
	}
	return zw.Close()
}

// The struct around both closes.
func both(w io.Writer, rows [][]string) error {
	zw := zlibWriters.Get().(*zlib.Writer)
	defer zlibWriters.Put(zw)
	zw.Reset(w)
	s := &sheet{zw: zw, out: csv.NewWriter(zw)}
	s.out.WriteAll(rows)
	return s.end()
}
