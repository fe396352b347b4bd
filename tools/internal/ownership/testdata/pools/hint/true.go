package hint

import (
	"bytes"
	"fmt"
	"io"
)

// text takes a buffer and forgets it.
func text(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer) // want "^leak: "
	buf.Reset()
	buf.WriteString(v.String())
	return buf.String()
}

// sizeOf takes an event only to measure it.
func sizeOf(id int, name string) int {
	e := events.Get().(*event) // want "^leak: "
	e.id, e.name = id, name
	return e.size()
}

// copyOnce takes a page for each call and puts none.
func copyOnce(w io.Writer, r io.Reader) (int, error) {
	bp := pages.Get().(*[]byte) // want "^leak: "
	n, err := r.Read(*bp)
	if err != nil {
		return n, err
	}
	return w.Write((*bp)[:n])
}

// printAll takes a buffer in each turn of the loop.
func printAll(w io.Writer, vs []fmt.Stringer) error {
	for _, v := range vs {
		buf := bufs.Get().(*bytes.Buffer) // want "^leak: "
		buf.Reset()
		buf.WriteString(v.String())
		if _, err := w.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// wrapped takes a buffer from the get wrapper and calls no put wrapper.
func wrapped(v fmt.Stringer) string {
	buf := getBuf() // want "^leak: "
	buf.WriteString(v.String())
	return buf.String()
}

// pair puts one of its two buffers.
func pair(w io.Writer, a, b fmt.Stringer) error {
	head := getBuf()
	defer putBuf(head)
	tail := getBuf() // want "^leak: "
	head.WriteString(a.String())
	tail.WriteString(b.String())
	if _, err := head.WriteTo(w); err != nil {
		return err
	}
	_, err := tail.WriteTo(w)
	return err
}

// replace loses the first buffer when it takes the second.
func replace(w io.Writer, head, body fmt.Stringer) error {
	buf := getBuf() // want "^leak: "
	buf.WriteString(head.String())
	if _, err := buf.WriteTo(w); err != nil {
		return err
	}
	buf = getBuf()
	defer putBuf(buf)
	buf.WriteString(body.String())
	_, err := buf.WriteTo(w)
	return err
}

// inBackground takes a buffer in a goroutine, which ends without a Put.
func inBackground(w io.Writer, v fmt.Stringer) {
	go func() {
		buf := getBuf() // want "^leak: "
		buf.WriteString(v.String())
		_, _ = w.Write(buf.Bytes())
	}()
}
