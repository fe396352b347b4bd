package use

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"unsafe"
)

// logLength asks a buffer for its length when it is back in the pool.
func logLength(r io.Reader) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	_, err := buf.ReadFrom(r)
	bufs.Put(buf)
	log.Printf("read %d bytes", buf.Len()) // want "^use-after-release: "
	return err
}

// idOf reads a field of an event that another goroutine may own by now.
func idOf(name string) int {
	e := events.Get().(*event)
	e.reset()
	e.name = name
	e.id = len(name)
	events.Put(e)
	return e.id // want "^use-after-release: "
}

// writeFrame writes through a slice header that was copied out of the pooled pointer.
func writeFrame(w io.Writer, payload []byte) error {
	bp := slices.Get().(*[]byte)
	b := append((*bp)[:0], byte(len(payload)>>8), byte(len(payload)))
	b = append(b, payload...)
	*bp = b
	slices.Put(bp)
	_, err := w.Write(b) // want "^use-after-release: "
	return err
}

// writeBody keeps the bytes of a buffer beyond the buffer.
func writeBody(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	body := buf.Bytes()
	bufs.Put(buf)
	_, err := w.Write(body) // want "^use-after-release: "
	return err
}

// unlink clears a pointer when it is too late: the event may be linked anew.
func unlink(name string) {
	e := events.Get().(*event)
	e.reset()
	e.name = name
	log.Print(e.name)
	events.Put(e)
	e.next = nil // want "^use-after-release: "
}

// flush hands the buffer to a function that recycles it, and writes it then.
func flush(w io.Writer, lines []string) error {
	buf := bufs.Get().(*bytes.Buffer)
	for _, l := range lines {
		buf.WriteString(l)
	}
	recycle(buf)
	_, err := buf.WriteTo(w) // want "^use-after-release: "
	return err
}

// readAll cleans up in the error branch but forgets to leave it.
func readAll(r io.Reader) (int, error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	_, err := buf.ReadFrom(r)
	if err != nil {
		err = fmt.Errorf("read: %w", err)
		bufs.Put(buf)
	}
	return buf.Len(), err // want "^use-after-release: "
}

// observeLate defers the reading first, so it runs after the Put.
func observeLate(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer func() { observe(buf.Len()) }() // want "^use-after-release: "
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	_, err := w.Write(buf.Bytes())
	return err
}

// nameOf makes a string that shares the memory of the pooled slice.
func nameOf(r io.Reader) (int, error) {
	bp := slices.Get().(*[]byte)
	b := (*bp)[:16]
	if _, err := io.ReadFull(r, b); err != nil {
		slices.Put(bp)
		return 0, err
	}
	s := unsafe.String(unsafe.SliceData(b), len(b))
	slices.Put(bp)
	return fmt.Println(s) // want "^use-after-release: "
}

// trimmed keeps a part of the bytes: trimming does not copy.
func trimmed(w io.Writer, r io.Reader) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	if _, err := buf.ReadFrom(r); err != nil {
		bufs.Put(buf)
		return err
	}
	line := bytes.TrimSpace(buf.Bytes())
	bufs.Put(buf)
	_, err := w.Write(line) // want "^use-after-release: "
	return err
}

// rankSum walks the items of a scratch that is back in its pool.
func rankSum(lines []string) (sum int, err error) {
	s := scratches.Get().(*scratch)
	s.reset()
	if err := s.parse(lines); err != nil {
		scratches.Put(s)
		return 0, err
	}
	items := s.items
	scratches.Put(s)
	for _, it := range items { // want "^use-after-release: "
		sum += it.rank
	}
	return sum, nil
}

// firstLine parses a slice of the reader's own buffer.
func firstLine(r io.Reader) (string, error) {
	br := readers.Get().(*bufio.Reader)
	br.Reset(r)
	line, err := br.ReadSlice('\n')
	readers.Put(br)
	if err != nil {
		return "", err
	}
	return string(line), nil // want "^use-after-release: "
}

// encode writes bytes that live in the pooled encoder.
func encode(w io.Writer, v any) error {
	e := encoders.Get().(*encoder)
	e.buf.Reset()
	if err := e.enc.Encode(v); err != nil {
		return err
	}
	out := e.buf.Bytes()
	encoders.Put(e)
	_, err := w.Write(out) // want "^use-after-release: "
	return err
}

// compress closes a writer that someone else may have bound to another target.
func compress(w io.Writer, p []byte) error {
	zw := gzips.Get().(*gzip.Writer)
	zw.Reset(w)
	if _, err := zw.Write(p); err != nil {
		return err
	}
	gzips.Put(zw)
	return zw.Close() // want "^use-after-release: "
}

// check wraps an error with a field of the event it has just put back.
func check(name string, err error) error {
	e := events.Get().(*event)
	e.reset()
	e.name = name
	e.id++
	if err != nil {
		events.Put(e)
		return fmt.Errorf("event %s: %w", e.name, err) // want "^use-after-release: "
	}
	log.Print(e.name)
	events.Put(e)
	return nil
}

// countAndReset resets in the wrong order: the pool has the buffer already.
func countAndReset(lines []string) int {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	for _, l := range lines {
		buf.WriteString(l)
	}
	n := buf.Len()
	bufs.Put(buf)
	buf.Reset() // want "^use-after-release: "
	return n
}
