// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	"strings"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 128) }}

// mailWriter writes a message: headers first, then an encoded body. Close
// flushes, and may be called twice.
type mailWriter struct {
	buf  *bufio.Writer
	qp   *quotedprintable.Writer
	size int
}

func newMailWriter(w io.Writer) *mailWriter {
	buf := writers.Get().(*bufio.Writer)
	buf.Reset(w)
	return &mailWriter{buf: buf}
}

var errClosed = errors.New("mail writer is closed")

func (m *mailWriter) header(k, v string) error {
	if m.buf == nil {
		return errClosed
	}
	if m.qp != nil {
		return errors.New("header after body")
	}
	if strings.ContainsAny(v, "\r\n") {
		return fmt.Errorf("header %s has a line break", k)
	}
	_, err := fmt.Fprintf(m.buf, "%s: %s\r\n", k, v)
	return err
}

func (m *mailWriter) Write(p []byte) (int, error) {
	if m.buf == nil {
		return 0, errClosed
	}
	if m.qp == nil {
		if _, err := m.buf.WriteString("\r\n"); err != nil {
			return 0, err
		}
		m.qp = quotedprintable.NewWriter(m.buf)
	}
	n, err := m.qp.Write(p)
	m.size += n
	return n, err
}

func (m *mailWriter) Close() error {
	if m.buf == nil {
		return nil
	}
	buf := m.buf
	m.buf = nil
	var err error
	if m.qp != nil {
		err = m.qp.Close()
		m.qp = nil
	}
	if ferr := buf.Flush(); err == nil {
		err = ferr
	}
	buf.Reset(io.Discard)
	writers.Put(buf)
	return err
}

func compose(w io.Writer, to, subject string, paragraphs ...string) (size int, err error) {
	m := newMailWriter(w)
	defer func() {
		if cerr := m.Close(); err == nil {
			err = cerr
		}
	}()
	if err := m.header("To", to); err != nil {
		return 0, err
	}
	if err := m.header("Subject", subject); err != nil {
		return 0, err
	}
	for _, p := range paragraphs {
		if _, err := io.WriteString(m, p+"\n"); err != nil {
			return m.size, err
		}
	}
	if len(paragraphs) > 1 {
		return m.size, m.Close()
	}
	return m.size, nil
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk is full") }

func main() {
	var out bytes.Buffer
	fmt.Println(compose(&out, "ada@x", "bill", "50 € are due", "thanks"))
	fmt.Printf("%q\n", out.String())
	out.Reset()
	fmt.Println(compose(&out, "ada@x", "evil\r\nBcc: all"))
	fmt.Println(compose(full{}, "bob@y", "hi", strings.Repeat("long ", 100)))
	fmt.Println(compose(full{}, "bob@y", "hi", "short"))
	m := newMailWriter(&out)
	fmt.Println(m.Close(), m.Close(), m.header("a", "b"))
}
