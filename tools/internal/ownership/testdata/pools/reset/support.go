// Package reset holds the cases for objects that are put back as their last
// user left them.
package reset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var events = sync.Pool{New: func() any { return new(event) }}

var counts = sync.Pool{New: func() any { return make(map[string]int) }}

var builders = sync.Pool{New: func() any { return new(strings.Builder) }}

var slices = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}

var pages = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

var hashes = sync.Pool{New: func() any { return sha256.New() }}

var generators = sync.Pool{New: func() any {
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}}

type event struct {
	level  string
	tags   []string
	fields map[string]string
}

func (e *event) clear() {
	e.level = ""
	e.tags = e.tags[:0]
	clear(e.fields)
}

func (e *event) writeTo(w io.Writer) error {
	_, err := io.WriteString(w, e.level+strings.Join(e.tags, ","))
	return err
}

// annotate adds to what the event holds already.
func annotate(e *event, tags []string) {
	for _, t := range tags {
		e.tags = append(e.tags, t)
	}
}

func getBuf() *bytes.Buffer { return bufs.Get().(*bytes.Buffer) }

func putBuf(buf *bytes.Buffer) { bufs.Put(buf) }

func getEmpty() *bytes.Buffer {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

func putEmptied(buf *bytes.Buffer) {
	buf.Reset()
	bufs.Put(buf)
}

type renderer struct {
	pool sync.Pool
}

// resetter is what the put wrapper asks of its objects.
type resetter interface{ Reset() }

func putReset(p *sync.Pool, r resetter) {
	r.Reset()
	p.Put(r)
}

type point struct{ x, y int }

var points = sync.Pool{New: func() any { return new(point) }}
