// Package unclosed has pooled compressors whose streams must be closed before they go
// back.
package unclosed

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
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
