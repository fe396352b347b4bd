package unclosed

import (
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

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

// A function writes through an io.Writer, another ends with Flush.
func tableLost(w io.Writer, rows []string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release() // want "unclosed: "
	if err := header(ref.Value(), len(rows)); err != nil {
		return err
	}
	return ref.Value().Flush()
}

// A function writes all of it, and flushes.
func dumpLost(w io.Writer, rows []string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release() // want "unclosed: "
	return dump(ref.Value(), rows)
}

func dump(gz *stdpool.Writer[*gzip.Writer], rows []string) error {
	for _, row := range rows {
		if err := nested(gz, row, 2); err != nil {
			return err
		}
	}
	return gz.Flush()
}

// A generic function, and one that calls itself.
func nestedLost(w io.Writer, row string) error {
	gz := getGzip(w)
	defer putGzip(gz) // want "unclosed: "
	if err := nested(gz, row, 3); err != nil {
		return err
	}
	return twice(gz, row)
}

// A function is given the reference.
func lentLost(w io.Writer, page []byte) error {
	ref := zlibs.Get()
	defer ref.Release() // want "unclosed: "
	ref.Value().Reset(w)
	_, err := ref.Value().Write(page)
	logged(ref)
	return err
}

// The name is set in the compressor of stdpool.
func namedLost(w io.Writer, name string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release() // want "unclosed: "
	ref.Value().Stream.Name = name
	return header(ref.Value(), len(name))
}

// The body of a loop over an iterator writes.
func rangedLost(w io.Writer, text string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release() // want "unclosed: "
	gz := ref.Value()
	for line := range strings.Lines(text) {
		if _, err := fmt.Fprintln(gz, line); err != nil {
			return err
		}
	}
	return gz.Flush()
}

// The body of such a loop reads the reference itself.
func rangedReference(w io.Writer, text string) {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	for line := range strings.Lines(text) {
		header(ref.Value(), len(line))
	}
	ref.Release() // want "unclosed: "
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

// A callee names what is compressed, and only flushes.
func memberLost(w io.Writer, name string, r io.Reader) error {
	gz := getGzip(w)
	defer putGzip(gz) // want "unclosed: "
	return pour(gz, name, r)
}

func pour(gz *gzip.Writer, name string, r io.Reader) error {
	gz.Name, gz.Comment = name, "member"
	if _, err := io.Copy(gz, r); err != nil {
		return err
	}
	return gz.Flush()
}
