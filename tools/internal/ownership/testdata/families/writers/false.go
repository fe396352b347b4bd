package writers

import (
	"archive/zip"
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image"
	"image/jpeg"
	"io"
	"text/template"

	"github.com/rcpool/rcpool/stdpool"
)

// The stream is closed.
func shipWell(body io.Writer, line *bufio.Reader) error {
	gz := stdpool.GzipWriter(body, gzip.DefaultCompression)
	defer gz.Release()
	if _, err := line.WriteTo(gz.Value()); err != nil {
		return err
	}
	return gz.Value().Close()
}

// The stream of an encoder is closed.
func encodeWell(w io.Writer, records []record) error {
	gz := gzips.Get().(*gzip.Writer)
	defer gzips.Put(gz)
	gz.Reset(w)
	enc := json.NewEncoder(gz)
	for _, r := range records {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return gz.Close()
}

// A csv.Writer takes the bufio.Writer that it is given, and flushes it.
func tableFlushed(w io.Writer, rows [][]string) error {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	return csv.NewWriter(buffered.Value()).WriteAll(rows)
}

// So does an xml.Encoder.
func elements(w io.Writer, records []record) error {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	return xml.NewEncoder(buffered.Value()).Encode(records)
}

// So does a zip.Writer.
func archive(w io.Writer, name string, data []byte) error {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	z := zip.NewWriter(buffered.Value())
	file, err := z.Create(name)
	if err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		return err
	}
	return z.Close()
}

// bufio.NewWriter returns what it is given, if that is large enough.
func nested(w io.Writer, text string) error {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	inner := bufio.NewWriter(buffered.Value())
	inner.WriteString(text)
	return inner.Flush()
}

// An image is flushed by its encoder.
func picture(w io.Writer, img image.Image) error {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	return jpeg.Encode(buffered.Value(), img, nil)
}

func pageWell(w io.Writer, t *template.Template, data any) error {
	out := stdpool.BufioWriter(w)
	defer out.Release()
	if err := t.Execute(out.Value(), data); err != nil {
		return err
	}
	return out.Value().Flush()
}

// A deferred function flushes.
func linesWell(w io.Writer, records []record) (err error) {
	out := stdpool.BufioWriter(w)
	defer func() {
		if flushed := out.Value().Flush(); err == nil {
			err = flushed
		}
		out.Release()
	}()
	return each(out.Value(), records)
}

// A compressor writes to a bufio.Writer that is flushed.
func compressedWell(w io.Writer, data []byte) error {
	out := stdpool.BufioWriter(w)
	defer out.Release()
	gz := gzips.Get().(*gzip.Writer)
	defer gzips.Put(gz)
	gz.Reset(out.Value())
	if _, err := gz.Write(data); err != nil {
		return err
	}
	if err := gz.Close(); err != nil {
		return err
	}
	return out.Value().Flush()
}

// The compressor only reads from the buffer.
func unread(w io.Writer, data []byte) error {
	line := stdpool.Buffer()
	defer line.Release()
	line.Value().Write(data)
	_, err := line.Value().WriteTo(w)
	return err
}

// What it is given may close it.
type session struct {
	io.Writer
	done func() error
}

func (s *session) finish() error { return s.done() }

func inSession(w io.Writer, records []record) error {
	gz := gzips.Get().(*gzip.Writer)
	defer gzips.Put(gz)
	gz.Reset(w)
	s := &session{gz, gz.Close}
	if err := json.NewEncoder(gz).Encode(records); err != nil {
		return err
	}
	return s.finish()
}
