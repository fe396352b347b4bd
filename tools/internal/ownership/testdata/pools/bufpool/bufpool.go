// Package bufpool wraps a pool twice: once with a reset, once without.
package bufpool

import (
	"bytes"
	"sync"
)

var raw = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Get returns a buffer as the last user left it; the caller owns it.
func Get() *bytes.Buffer { return raw.Get().(*bytes.Buffer) }

// Put gives the buffer back as it is.
func Put(buf *bytes.Buffer) { raw.Put(buf) }

var clean = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// GetClean returns an empty buffer; the caller owns it.
func GetClean() *bytes.Buffer { return clean.Get().(*bytes.Buffer) }

// PutClean empties the buffer and gives it back, unless it has grown too large.
func PutClean(buf *bytes.Buffer) {
	if buf.Cap() > 64<<10 {
		return
	}
	buf.Reset()
	clean.Put(buf)
}
