// Package unclosed has pooled compressors whose streams must be closed before they go
// back.
package unclosed

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

var zlibs = rcpool.Pool[zlib.Writer]{Name: "zlibs", New: func() *zlib.Writer { return zlib.NewWriter(nil) }}

var flates = sync.Pool{New: func() any {
	fw, _ := flate.NewWriter(nil, flate.BestSpeed)
	return fw
}}

func getGzip(w io.Writer) *gzip.Writer {
	gz := gzips.Get().(*gzip.Writer)
	gz.Reset(w)
	return gz
}

// putGzip says nothing of the stream.
func putGzip(gz *gzip.Writer) {
	gz.Reset(io.Discard)
	gzips.Put(gz)
}

// finish ends the stream.
func finish(gz *gzip.Writer) error {
	defer putGzip(gz)
	return gz.Close()
}

// header writes to any writer.
func header(w io.Writer, rows int) error {
	_, err := fmt.Fprintf(w, "%d rows\n", rows)
	return err
}

// nested writes a row, and those in it.
func nested(w io.Writer, row string, depth int) error {
	if depth == 0 {
		return nil
	}
	if _, err := w.Write([]byte(row)); err != nil {
		return err
	}
	return nested(w, row, depth-1)
}

// twice flushes what it writes.
func twice[W interface {
	io.Writer
	Flush() error
}](w W, row string) error {
	if _, err := w.Write([]byte(row + row)); err != nil {
		return err
	}
	return w.Flush()
}

// end closes what can be closed.
func end(w io.Writer) error {
	if c, ok := w.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// rest writes the rows, and ends the stream after the last one.
func rest(w io.WriteCloser, rows []string) error {
	if len(rows) == 0 {
		return w.Close()
	}
	if err := nested(w, rows[0], 1); err != nil {
		return err
	}
	return rest(w, rows[1:])
}

// logged looks at the stream.
func logged(ref rcpool.Ref[zlib.Writer]) {
	if ref == (rcpool.Ref[zlib.Writer]{}) {
		panic("no stream")
	}
	fmt.Fprintln(ref.Value(), "end")
}

// ended ends the stream, and releases it.
func ended(ref rcpool.Ref[zlib.Writer]) {
	defer ref.Release()
	ref.Value().Close()
}
