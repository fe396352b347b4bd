// Package wire lends buffers to those who write lines.
package wire

import (
	"bytes"
	"sync"
)

var buffers = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 256)) }}

// Buffer returns a buffer; give it back with Free.
func Buffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

// Free gives b back, unless it has grown too large.
func Free(b *bytes.Buffer) {
	if b.Cap() > 1<<14 {
		return
	}
	buffers.Put(b)
}
