// Package appendedby has memory of pooled buffers that is given to codecs, which append to it
// and return the memory, or other memory. That goes back to the pool in a buffer of its own.
package appendedby

import (
	"bytes"
	"io"
	"sync"
)

type codec interface {
	AppendTo(dst []byte, v any) ([]byte, error)
	Check(text []byte) error
}

var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func get() *bytes.Buffer {
	b := pool.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// put keeps no large buffers.
func put(b *bytes.Buffer) {
	if b.Cap() > 1<<16 {
		return
	}
	pool.Put(b)
}

type sender struct {
	codec codec
	to    io.Writer
}
