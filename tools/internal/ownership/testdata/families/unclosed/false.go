package unclosed

import (
	"compress/flate"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

var errEmpty = errors.New("empty")

// The path that fails gives up the stream, the other ends it.
func page(w io.Writer, page []byte) error {
	gz := getGzip(w)
	defer putGzip(gz)
	if _, err := gz.Write(page); err != nil {
		return err
	}
	return gz.Close()
}

// A helper ends it.
func lines(w io.Writer, lines []string) error {
	gz := getGzip(w)
	for _, line := range lines {
		io.WriteString(gz, line)
		gz.Flush()
	}
	return finish(gz)
}

// A deferred function ends it.
func copyAll(w io.Writer, r io.Reader) (err error) {
	gz := getGzip(w)
	defer func() {
		if closed := gz.Close(); err == nil {
			err = closed
		}
		putGzip(gz)
	}()
	_, err = io.Copy(gz, r)
	return err
}

// A reference of the typed API, whose stream is an io.WriteCloser to others.
func encode(w io.Writer, v any) error {
	ref := zlibs.Get()
	defer ref.Release()
	ref.Value().Reset(w)
	var out io.WriteCloser = ref.Value()
	if err := json.NewEncoder(out).Encode(v); err != nil {
		return err
	}
	return out.Close()
}

// A message of a WebSocket ends with Flush.
func message(w io.Writer, payload []byte) error {
	fw := flates.Get().(*flate.Writer)
	defer flates.Put(fw)
	fw.Reset(w)
	if _, err := fw.Write(payload); err != nil {
		return err
	}
	return fw.Flush()
}

// A compressor of stdpool.
func leased(w io.Writer, page []byte) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	if _, err := gz.Value().Write(page); err != nil {
		return err
	}
	return gz.Value().Close()
}

// So does a message with a compressor of stdpool.
func leasedMessage(w io.Writer, payload []byte) error {
	ref := stdpool.FlateWriter(w, flate.BestSpeed)
	defer ref.Release()
	if _, err := ref.Value().Write(payload); err != nil {
		return err
	}
	return ref.Value().Flush()
}

// Who knows what the function does with it.
func render(w io.Writer, body func(io.WriteCloser) error) error {
	gz := getGzip(w)
	defer putGzip(gz)
	io.WriteString(gz, "<html>")
	return body(gz)
}

// A function writes through an io.Writer.
func table(w io.Writer, rows []string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release()
	if err := header(ref.Value(), len(rows)); err != nil {
		return err
	}
	return ref.Value().Close()
}

// A function ends it if it is an io.Closer.
func dumped(w io.Writer, rows []string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release()
	header(ref.Value(), len(rows))
	return end(ref.Value())
}

// A function ends it when there are no rows.
func nestedRows(w io.Writer, row string) error {
	gz := getGzip(w)
	defer putGzip(gz)
	return rest(gz, []string{row})
}

// A function is given the reference, and ends the stream.
func lent(w io.Writer, page []byte) error {
	ref := zlibs.Get()
	ref.Value().Reset(w)
	_, err := ref.Value().Write(page)
	ended(ref)
	return err
}

// The compressor of stdpool itself ends the stream.
func inner(w io.Writer, page []byte) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release()
	if _, err := ref.Value().Write(page); err != nil {
		return err
	}
	stream := ref.Value().Stream
	return stream.Close()
}

// The body of a loop over an iterator writes.
func ranged(w io.Writer, text string) error {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release()
	gz := ref.Value()
	for line := range strings.Lines(text) {
		if _, err := fmt.Fprintln(gz, line); err != nil {
			return err
		}
	}
	return gz.Close()
}

// The body of a loop over an iterator ends it after the last line.
func rangedEnd(w io.Writer, text string) (err error) {
	ref := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer ref.Release()
	gz := ref.Value()
	io.WriteString(gz, "begin\n")
	for line := range strings.Lines(text) {
		if line == ".\n" {
			err = gz.Close()
			break
		}
		header(gz, len(line))
	}
	return err
}

// Both streams are ended.
func both(a, b io.Writer, page []byte) error {
	gz := getGzip(a)
	defer putGzip(gz)
	gz.Write(page)
	if err := gz.Close(); err != nil {
		return err
	}
	gz.Reset(b)
	gz.Write(page)
	return gz.Close()
}

// A callee names what is compressed, and closes.
func member(w io.Writer, name string, r io.Reader) error {
	gz := getGzip(w)
	defer putGzip(gz)
	return pourAll(gz, name, r)
}

func pourAll(gz *gzip.Writer, name string, r io.Reader) error {
	gz.Name = name
	if _, err := io.Copy(gz, r); err != nil {
		return err
	}
	return gz.Close()
}
