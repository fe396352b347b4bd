// Package identity holds the cases for objects that are put into a pool they
// do not belong to, and for values that should have been pointers.
package identity

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

var small = sync.Pool{New: func() any { b := make([]byte, 0, 512); return &b }}

var large = sync.Pool{New: func() any { b := make([]byte, 0, 64<<10); return &b }}

var requests = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var responses = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var tables = sync.Pool{New: func() any { return make(map[string]int) }}

var signals = sync.Pool{New: func() any { return make(chan struct{}, 1) }}

// classes holds one pool for each size class.
var classes [8]sync.Pool

func classOf(n int) int {
	for i := range classes {
		if n <= 512<<i {
			return i
		}
	}
	return len(classes) - 1
}

type codec struct {
	encoders sync.Pool
	decoders sync.Pool
}

func (c *codec) getEncoder() *bytes.Buffer {
	buf, ok := c.encoders.Get().(*bytes.Buffer)
	if !ok {
		return new(bytes.Buffer)
	}
	buf.Reset()
	return buf
}

func (c *codec) putDecoder(buf *bytes.Buffer) {
	buf.Reset()
	c.decoders.Put(buf)
}

func getRequest() *bytes.Buffer {
	buf := requests.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

func putRequest(buf *bytes.Buffer) { requests.Put(buf) }

func putResponse(buf *bytes.Buffer) { responses.Put(buf) }

func write(w io.Writer, lines []string, buf *bytes.Buffer) error {
	buf.WriteString(strings.Join(lines, "\n"))
	_, err := buf.WriteTo(w)
	return err
}

type header struct {
	id   uint64
	size int
}

var headers sync.Pool

var slabs sync.Pool

// shard carries the pool it came from.
type shard struct {
	home *sync.Pool
	buf  bytes.Buffer
}

func (s *shard) free() {
	s.buf.Reset()
	s.home.Put(s)
}

// A batch goes back to the pool that its kind belongs to.
type batch struct {
	indexed bool
	keys    []string
}

var plain = sync.Pool{New: func() any { return new(batch) }}

var indexed = sync.Pool{New: func() any { return &batch{indexed: true} }}

func (b *batch) release() {
	b.keys = b.keys[:0]
	if b.indexed {
		indexed.Put(b)
		return
	}
	plain.Put(b)
}

func (b *batch) releasePlain() {
	b.keys = b.keys[:0]
	plain.Put(b)
}
