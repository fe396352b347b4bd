// Package hint holds the cases for objects that are taken from a pool and
// never put back: a mistake only where no path puts and nothing escapes.
package hint

import (
	"bytes"
	"io"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var pages = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

var events = sync.Pool{New: func() any { return new(event) }}

// bare has no New: Get returns nil when it is empty.
var bare sync.Pool

type event struct {
	id   int
	name string
}

func (e *event) size() int { return len(e.name) + 8 }

func getBuf() *bytes.Buffer {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

func putBuf(buf *bytes.Buffer) {
	if buf.Cap() > 64<<10 {
		return
	}
	bufs.Put(buf)
}

type conn struct {
	w   io.Writer
	buf *bytes.Buffer
}

type sink interface{ take(*event) }
