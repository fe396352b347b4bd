// Package iterparts has functions that find something in bytes with an iterator of the standard
// library, and return a part of the bytes.
package iterparts

import (
	"bytes"
	"io"
	"slices"
	"sync"
)

type scratch struct {
	buf  []byte
	sums []int
}

var (
	scratches = sync.Pool{New: func() any { return &scratch{buf: make([]byte, 0, 1024)} }}
	buffers   = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// find returns what is after the name in the line that begins with it.
func (s *scratch) find(name string) []byte {
	for line := range bytes.Lines(s.buf) {
		k, v, ok := bytes.Cut(line, []byte(":"))
		if ok && string(k) == name {
			return bytes.TrimSpace(v)
		}
	}
	return nil
}

// findCopy returns a copy of it.
func (s *scratch) findCopy(name string) []byte { return bytes.Clone(s.find(name)) }

// findText does, too.
func (s *scratch) findText(name string) (string, bool) {
	for line := range bytes.Lines(s.buf) {
		if k, v, ok := bytes.Cut(line, []byte(":")); ok && string(k) == name {
			return string(v), true
		}
	}
	return "", false
}

func (s *scratch) fill(r io.Reader) error {
	s.buf = s.buf[:0]
	n, err := r.Read(s.buf[:cap(s.buf)])
	s.buf = s.buf[:n]
	return err
}

// lastField returns the last field.
func lastField(p []byte) (last []byte, n int) {
	for f := range bytes.FieldsSeq(p) {
		last = f
		n++
	}
	return last, n
}

// longest returns the longest part between separators.
func longest(p []byte, sep string) (best []byte) {
	for part := range bytes.SplitSeq(p, []byte(sep)) {
		if len(part) > len(best) {
			best = part
		}
	}
	return best
}

// count counts the parts.
func count(p []byte, sep string) (n int) {
	for range bytes.SplitSeq(p, []byte(sep)) {
		n++
	}
	return n
}

// header returns the first block that is not empty.
func header(p []byte, size int) []byte {
	for block := range slices.Chunk(p, size) {
		if block[0] != 0 {
			return block
		}
	}
	return nil
}

// sizes returns the lengths of the lines, in memory of their own.
func sizes(p []byte) (all []int) {
	for line := range bytes.Lines(p) {
		all = append(all, len(line))
	}
	return all
}

type message struct {
	name string
	body []byte
}

var longestSeen []byte
