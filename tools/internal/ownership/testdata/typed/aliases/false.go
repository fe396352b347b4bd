package aliases

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unsafe"
)

// The text's own method copies.
func encodeCopied(s string) []byte {
	ref := texts.Get()
	defer ref.Release()
	ref.Value().set(s)
	return ref.Value().Copy()
}

// The conversion to a string copies.
func trimString(s string) string {
	buf := buffers.Get()
	defer buf.Release()
	buf.Value().WriteString(s)
	return string(bytes.TrimSpace(buf.Value().Bytes()))
}

// The receiver gets a clone.
func sendCloned(out chan<- []byte, s string) {
	ref := texts.Get()
	defer ref.Release()
	ref.Value().set(s)
	out <- slices.Clone(ref.Value().Bytes())
}

// The bytes are written while the text is held; what is left is a number.
func writeEarly(w io.Writer, s string) (int, error) {
	ref := texts.Get()
	ref.Value().set(s)
	content := ref.Value().Bytes()
	_, err := w.Write(content)
	n := len(content)
	ref.Release()
	return n, err
}

// The clone is made of the buffer's bytes while they are held.
func unsafeCloned(s string) string {
	buf := buffers.Get()
	defer buf.Release()
	buf.Value().WriteString(s)
	content := buf.Value().Bytes()
	return strings.Clone(unsafe.String(unsafe.SliceData(content), len(content)))
}

// Reset drops the words, so they are the caller's.
func wordsOf(s string) []string {
	ref := texts.Get()
	defer ref.Release()
	t := ref.Value()
	t.set(s)
	return t.Words()
}

// The bytes are copied to memory of the caller's, which is returned.
func appendTo(dst []byte, s string) []byte {
	ref := texts.Get()
	defer ref.Release()
	ref.Value().set(s)
	return append(dst, ref.Value().Bytes()...)
}
