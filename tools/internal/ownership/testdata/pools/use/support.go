// Package use holds the cases for pooled objects that are used after they
// were put back.
package use

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var slices = sync.Pool{New: func() any { b := make([]byte, 0, 4096); return &b }}

var events = sync.Pool{New: func() any { return new(event) }}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

var encoders = sync.Pool{New: func() any { return newEncoder() }}

type event struct {
	id   int
	name string
	next *event
}

func (e *event) reset() { *e = event{} }

type item struct {
	key  string
	rank int
}

type scratch struct {
	items []item
	seen  map[string]int
}

func (s *scratch) reset() {
	s.items = s.items[:0]
	clear(s.seen)
}

func (s *scratch) parse(lines []string) error {
	if s.seen == nil {
		s.seen = make(map[string]int)
	}
	for i, l := range lines {
		if l == "" {
			return io.ErrUnexpectedEOF
		}
		s.items = append(s.items, item{key: l, rank: i})
		s.seen[l]++
	}
	return nil
}

type encoder struct {
	buf bytes.Buffer
	enc *json.Encoder
}

func newEncoder() *encoder {
	e := new(encoder)
	e.enc = json.NewEncoder(&e.buf)
	return e
}

func observe(n int) {}

// recycle readies buf and gives it back.
func recycle(buf *bytes.Buffer) {
	buf.Reset()
	bufs.Put(buf)
}
