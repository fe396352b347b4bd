package maybeput

import (
	"bytes"
	"fmt"
	"io"
)

// The buffer is read after it was given up.
func formatLate(v any) string {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	putBuffer(buf)
	return buf.String() // want "use-after-release: "
}

// When writing fails, the buffer is given up twice.
func writeTwice(w io.Writer, v any) error {
	buf := getBuffer()
	defer putBuffer(buf)
	fmt.Fprint(buf, v)
	if _, err := w.Write(buf.Bytes()); err != nil {
		putBuffer(buf) // want "double-release: "
		return err
	}
	return nil
}

// The buffer in the result was given up.
func buildLate(v any) result {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	putBuffer(buf)
	return result{buf: buf} // want "(escape|use-after-release): "
}

// The row is read after the generic pool has taken it.
func sumLate(cells ...int) (n int) {
	r := rows.get()
	r.cells = append(r.cells[:0], cells...)
	rows.put(r)
	for _, c := range r.cells { // want "use-after-release: "
		n += c
	}
	return n
}

// The result has bytes of a buffer that was given up.
func encodeLate(v any) result {
	buf := getBuffer()
	defer putBuffer(buf)
	_, err := fmt.Fprint(buf, v)
	return result{body: buf.Bytes(), err: err} // want "escape: "
}

// The buffers that are collected were given up.
func collectLate(vs ...any) (all []*bytes.Buffer) {
	for _, v := range vs {
		buf := getBuffer()
		fmt.Fprint(buf, v)
		putBuffer(buf)
		all = append(all, buf) // want "(escape|use-after-release): "
	}
	return all
}

// A buffer that was taken is used.
func formatTaken(v any) string {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	if tryPut(buf) {
		return buf.String() // want "use-after-release: "
	}
	return ""
}

// The cache keeps a buffer that was given up.
func (c *cache) replaceLate(v any) {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	putBuffer(buf)
	c.last = buf // want "(escape|use-after-release): "
}

// The map has a buffer that was given up.
func (c *cache) addLate(name string, v any) {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	putBuffer(buf)
	c.byName[name] = buf // want "(escape|use-after-release): "
}
