// Package wrappedwriters has compressors that are written to through the encoders of the
// standard library.
package wrappedwriters

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/csv"
	"encoding/json"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

var (
	compressors = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	zlibWriters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}
	deflaters   = sync.Pool{New: func() any {
		fw, _ := flate.NewWriter(nil, flate.BestSpeed)
		return fw
	}}
	zlibs = rcpool.Pool[zlib.Writer]{New: func() *zlib.Writer { return zlib.NewWriter(nil) }}
)

func table(w io.Writer, rows [][]string) error {
	out := csv.NewWriter(w)
	for _, row := range rows {
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

func tables(w io.Writer, a, b [][]string) error {
	if err := table(w, a); err != nil {
		return err
	}
	return table(w, b)
}

func encode(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }

func encodeAndClose(w io.Writer, v any) error {
	if err := encode(w, v); err != nil {
		return err
	}
	if c, ok := w.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func flushed(gz *gzip.Writer) error { return gz.Flush() }

func finish(gz *gzip.Writer) error {
	if err := gz.Flush(); err != nil {
		return err
	}
	return gz.Close()
}

type sheet struct {
	zw  *zlib.Writer
	out *csv.Writer
}

func (s *sheet) end() error {
	s.out.Flush()
	return s.zw.Close()
}
