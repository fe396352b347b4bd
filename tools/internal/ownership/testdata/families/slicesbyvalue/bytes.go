// Package slicesbyvalue has pools of slices that are used as values.
package slicesbyvalue

import (
	"io"
	"sync"
)

// pointers has slices behind pointers.
var pointers = sync.Pool{New: func() any {
	b := make([]byte, 0, 512)
	return &b
}}

// values has slices as they are. Each Put allocates, and that is accepted here.
var values = sync.Pool{New: func() any { return make([]byte, 512) }}

func getSlice() []byte { return values.Get().([]byte) }

func appendLine(b []byte, text string) []byte {
	b = append(b, text...)
	return append(b, '\n')
}

// A frame is written with a slice of the pool.
type frame struct{ body []byte }

func write(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}
