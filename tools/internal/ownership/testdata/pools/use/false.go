package use

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log"
)

// lengthBefore captures the length while it owns the buffer.
func lengthBefore(r io.Reader) (int, error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	_, err := buf.ReadFrom(r)
	n := buf.Len()
	bufs.Put(buf)
	log.Printf("read %d bytes", n)
	return n, err
}

// stringBefore makes a string, which is a copy.
func stringBefore(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	s := buf.String()
	bufs.Put(buf)
	return s
}

// cloneBefore copies the bytes before the Put.
func cloneBefore(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	body := bytes.Clone(buf.Bytes())
	bufs.Put(buf)
	_, err := w.Write(body)
	return err
}

// appendBefore copies by appending to a nil slice.
func appendBefore(r io.Reader) ([]byte, error) {
	bp := slices.Get().(*[]byte)
	b := (*bp)[:16]
	_, err := io.ReadFull(r, b)
	out := append([]byte(nil), b...)
	slices.Put(bp)
	return out, err
}

// copyBefore copies into the caller's slice.
func copyBefore(dst []byte, v fmt.Stringer) []byte {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	n := copy(dst, buf.Bytes())
	bufs.Put(buf)
	return dst[:n]
}

// growAndStore gives the grown slice back and uses only its length.
func growAndStore(w io.Writer, payload []byte) (int, error) {
	bp := slices.Get().(*[]byte)
	b := append((*bp)[:0], byte(len(payload)))
	b = append(b, payload...)
	_, err := w.Write(b)
	*bp = b
	slices.Put(bp)
	return len(b), err
}

// rangeResults walks results that own their memory, after the scratch is back.
func rangeResults(lines []string) (sum int, err error) {
	s := scratches.Get().(*scratch)
	s.reset()
	if err := s.parse(lines); err != nil {
		scratches.Put(s)
		return 0, err
	}
	ranks := make([]int, 0, len(s.items))
	for _, it := range s.items {
		ranks = append(ranks, it.rank)
	}
	scratches.Put(s)
	for _, r := range ranks {
		sum += r
	}
	return sum, nil
}

// takeItems takes the items out of the scratch, so they are its own.
func takeItems(lines []string) (sum int, err error) {
	s := scratches.Get().(*scratch)
	s.reset()
	err = s.parse(lines)
	items := s.items
	s.items = nil
	scratches.Put(s)
	for _, it := range items {
		sum += it.rank
	}
	return sum, err
}

// leaveOnError puts in the error branch and leaves it.
func leaveOnError(r io.Reader) (int, error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	if _, err := buf.ReadFrom(r); err != nil {
		bufs.Put(buf)
		return 0, fmt.Errorf("read: %w", err)
	}
	n := buf.Len()
	bufs.Put(buf)
	return n, nil
}

// reuseVariable uses the variable again for another buffer.
func reuseVariable(w io.Writer, head, tail fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(head.String())
	_, err := w.Write(buf.Bytes())
	bufs.Put(buf)
	if err != nil {
		return err
	}
	buf = bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(tail.String())
	_, err = buf.WriteTo(w)
	bufs.Put(buf)
	return err
}

// perTurn takes a buffer for each turn of the loop.
func perTurn(w io.Writer, vs []fmt.Stringer) error {
	for _, v := range vs {
		buf := bufs.Get().(*bytes.Buffer)
		buf.Reset()
		if v == nil {
			bufs.Put(buf)
			continue
		}
		buf.WriteString(v.String())
		_, err := w.Write(buf.Bytes())
		bufs.Put(buf)
		if err != nil {
			return err
		}
	}
	return nil
}

// observeEarly defers the reading last, so it runs before the Put.
func observeEarly(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	defer func() { observe(buf.Len()) }()
	buf.WriteString(v.String())
	_, err := w.Write(buf.Bytes())
	return err
}

// nameBefore keeps a string field, which nobody changes.
func nameBefore(name string, err error) error {
	e := events.Get().(*event)
	e.reset()
	e.name = name
	title := e.name
	events.Put(e)
	if err != nil {
		return fmt.Errorf("event %s: %w", title, err)
	}
	return nil
}

// decode keeps what the decoder has copied.
func decode(r io.Reader, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	_, err := buf.ReadFrom(r)
	if err == nil {
		err = json.Unmarshal(buf.Bytes(), v)
	}
	bufs.Put(buf)
	if err != nil {
		return fmt.Errorf("decode %T: %w", v, err)
	}
	return nil
}

// compressThenPut closes the writer before it is put back.
func compressThenPut(w io.Writer, p []byte) error {
	zw := gzips.Get().(*gzip.Writer)
	zw.Reset(w)
	_, err := zw.Write(p)
	if cerr := zw.Close(); err == nil {
		err = cerr
	}
	gzips.Put(zw)
	return err
}

// copiedLine reads a line as a string, which is a copy.
func copiedLine(r io.Reader, keep bool) (string, error) {
	br := readers.Get().(*bufio.Reader)
	br.Reset(r)
	line, err := br.ReadString('\n')
	br.Reset(nil)
	if !keep {
		readers.Put(br)
	}
	if err != nil {
		return "", err
	}
	if keep {
		observe(br.Buffered())
	}
	return line, nil
}
