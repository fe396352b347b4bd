// Package ignoredresults has functions that return what they have put back, beside an error.
package ignoredresults

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"sync"
)

var errFull = errors.New("full")

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

func putBuffer(b *bytes.Buffer) {
	b.Reset()
	buffers.Put(b)
}

func packTo(b *bytes.Buffer, text string) error {
	z := gzip.NewWriter(b)
	if _, err := io.WriteString(z, text); err != nil {
		return err
	}
	return z.Close()
}

// A batch has what is packed.
type batch struct {
	packed *bytes.Buffer
	size   int
}
