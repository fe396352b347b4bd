package unclosed

import (
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

// Nobody closes.
func pageLost(w io.Writer, page []byte) error {
	gz := getGzip(w)
	defer putGzip(gz) // want "unclosed: gz is released before it is closed"
	if len(page) == 0 {
		return errEmpty
	}
	_, err := gz.Write(page)
	return err
}

// Flush does not end the stream.
func flushedOnly(w io.Writer, lines []string) error {
	gz := gzips.Get().(*gzip.Writer)
	defer gzips.Put(gz) // want "unclosed: "
	gz.Reset(w)
	for _, line := range lines {
		if _, err := io.WriteString(gz, line); err != nil {
			return err
		}
	}
	return gz.Flush()
}

// The deferred function starts anew, without an end of the old stream.
func copyLost(w io.Writer, r io.Reader) (err error) {
	gz := getGzip(w)
	defer func() {
		gz.Reset(io.Discard)
		gzips.Put(gz) // want "unclosed: "
	}()
	_, err = io.Copy(gz, r)
	return err
}

// A reference of the typed API.
func sumLost(w io.Writer, values []uint32) error {
	ref := zlibs.Get()
	defer ref.Release() // want "unclosed: "
	ref.Value().Reset(w)
	return binary.Write(ref.Value(), binary.BigEndian, values)
}

// A flate.Writer, without Flush.
func deflateLost(w io.Writer, status int) {
	fw := flates.Get().(*flate.Writer)
	fw.Reset(w)
	fmt.Fprintln(fw, status)
	flates.Put(fw) // want "unclosed: "
}

// A compressor of stdpool.
func leasedLost(w io.Writer, page []byte) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release() // want "unclosed: "
	_, err := gz.Value().Write(page)
	return err
}

// A compressor of stdpool is flushed.
func leasedFlushed(w io.Writer, page []byte) error {
	ref := stdpool.ZlibWriter(w, 6)
	defer ref.Release() // want "unclosed: "
	zw := ref.Value()
	if _, err := zw.Write(page); err != nil {
		return err
	}
	return zw.Flush()
}

// Two references, and neither owner closes.
func sharedLost(w io.Writer) {
	ref := zlibs.Get()
	ref.Value().Reset(w)
	io.WriteString(ref.Value(), "begin\n")
	shared := ref.Retain()
	ref.Release()
	shared.Release() // want "unclosed: "
}

// The second stream has no end.
func secondLost(a, b io.Writer, page []byte) error {
	gz := getGzip(a)
	defer putGzip(gz) // missed "unclosed: "
	gz.Write(page)
	if err := gz.Close(); err != nil {
		return err
	}
	gz.Reset(b)
	_, err := gz.Write(page)
	return err
}
