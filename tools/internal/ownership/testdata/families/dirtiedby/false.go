package dirtiedby

import (
	"bytes"
	"io"
)

// It is emptied by the callee that begins it.
func planned(columns ...column) (string, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	begin(b, "WHERE ")
	if err := where(b, columns); err != nil {
		return "", err
	}
	return b.String(), nil
}

// It is emptied where it goes back.
func headed(text string) string {
	b := buffers.Get().(*bytes.Buffer)
	defer put(b)
	title(b, text)
	return b.String()
}

// It is written to something else, and so emptied.
func send(w io.Writer, c column) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	in(b, c)
	if len(c.values) > 3 {
		drain(w, b)
		return nil
	}
	return flush(w, b)
}

// All that is written is read.
func total(numbers ...byte) int {
	b := buffers.Get().(*bytes.Buffer)
	n := sum(b, numbers...)
	buffers.Put(b)
	return n
}
