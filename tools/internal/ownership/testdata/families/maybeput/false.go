package maybeput

import (
	"bytes"
	"fmt"
	"io"
)

// The buffer is given up at the end.
func format(v any) string {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	text := buf.String()
	putBuffer(buf)
	return text
}

// The deferred call gives it up on each path.
func write(w io.Writer, v any) error {
	buf := getBuffer()
	defer putBuffer(buf)
	if _, err := fmt.Fprint(buf, v); err != nil {
		return err
	}
	_, err := buf.WriteTo(w)
	return err
}

// A buffer that is returned is not given up.
func build(v any) (result, error) {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	if buf.Len() == 0 {
		putBuffer(buf)
		return result{}, errEmpty
	}
	return result{buf: buf}, nil
}

// The generic pool takes the row.
func sum(cells ...int) (n int) {
	r := rows.get()
	r.cells = append(r.cells[:0], cells...)
	for _, c := range r.cells {
		n += c
	}
	rows.put(r)
	return n
}

// The bytes are cloned into the result.
func encode(v any) result {
	buf := getBuffer()
	defer putBuffer(buf)
	_, err := fmt.Fprint(buf, v)
	return result{body: bytes.Clone(buf.Bytes()), err: err}
}

// Each buffer that is collected is given up once.
func collect(vs ...any) (n int) {
	var all []*bytes.Buffer
	for _, v := range vs {
		buf := getBuffer()
		fmt.Fprint(buf, v)
		all = append(all, buf)
	}
	for _, buf := range all {
		n += buf.Len()
		putBuffer(buf)
	}
	return n
}

// A buffer that was not taken is still the caller's.
func formatKept(v any) string {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	text := buf.String()
	if !tryPut(buf) {
		return buf.String()
	}
	return text
}

// The cache lets go of the buffer before it is given up.
func (c *cache) replace(v any) {
	buf := getBuffer()
	fmt.Fprint(buf, v)
	c.last = buf
	c.last = nil
	putBuffer(buf)
}

// Another buffer is stored than the one that is given up.
func (c *cache) add(name string, v any) {
	old, buf := c.byName[name], getBuffer()
	fmt.Fprint(buf, v)
	c.byName[name] = buf
	if old != nil {
		putBuffer(old)
	}
}
