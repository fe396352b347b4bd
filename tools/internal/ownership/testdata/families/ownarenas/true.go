package ownarenas

import (
	"bytes"

	"test/families/ownarenas/names"
)

// The type has a method for that.
func line1(p []byte) string {
	l := lines.Get().(*names.Line)
	l.Append(p)
	s := l.String()
	lines.Put(l) // want "reset: "
	return s
}

// It is put back by a deferred call.
func deferred1(p []byte) string {
	l := lines.Get().(*names.Line)
	defer lines.Put(l) // want "reset: "
	l.Append(p)
	return l.String()
}

// The buffer goes back as what Get has returned.
func boxed1(p []byte) string {
	b := buffers.Get()
	text := b.(*bytes.Buffer)
	text.Write(p)
	s := text.String()
	buffers.Put(b) // want "reset: "
	return s
}

// The lines that were written before come first in the next ones.
func lines1(all [][]byte) (out []string) {
	for _, p := range all {
		l := getLine()
		l.Append(p)
		out = append(out, l.String())
		lines.Put(l) // want "reset: "
	}
	return out
}

// The buffer is looked at, and not drained.
func copied1(p []byte, to *bytes.Buffer) {
	b := buffers.Get()
	defer buffers.Put(b) // want "reset: "
	text := b.(*bytes.Buffer)
	text.Write(p)
	to.Write(text.Bytes())
}
