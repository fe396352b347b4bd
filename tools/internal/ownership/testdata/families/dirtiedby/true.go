package dirtiedby

import "bytes"

// A callee of a callee writes the conditions, which the next query begins with.
func plan(columns ...column) (string, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b) // want "reset: "
	if err := where(b, columns); err != nil {
		return "", err
	}
	return b.String(), nil
}

// The buffer is printed to.
func heading(text string) string {
	b := buffers.Get().(*bytes.Buffer)
	title(b, text)
	s := b.String()
	buffers.Put(b) // want "reset: "
	return s
}

// One way leads past the reset.
func either(c column, short bool) string {
	b := buffers.Get().(*bytes.Buffer)
	in(b, c)
	s := b.String()
	if !short {
		b.Reset()
	}
	buffers.Put(b) // want "reset: "
	return s
}

// The callee knows the buffer as a writer.
func names(all ...string) string {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b) // want "reset: "
	list(b, all...)
	return b.String()
}
