// Package givenmemory has pooled writers that get the buffer to write to with each use. One
// type is in two pools, and only one of these keeps the buffers.
package givenmemory

import (
	"io"
	"sync"
)

type writer struct {
	buf []byte
	to  io.Writer
}

// given has writers without a buffer of their own.
var given = sync.Pool{New: func() any { return new(writer) }}

// kept has writers that keep their buffer.
var kept = sync.Pool{New: func() any { return new(writer) }}

func (w *writer) reset(buf []byte) {
	w.to = nil
	w.buf = buf
}

func putGiven(w *writer) {
	w.to = nil
	given.Put(w)
}

func getKept() *writer {
	w := kept.Get().(*writer)
	w.buf = w.buf[:0]
	return w
}

// mixed has writers that get a buffer from one function only.
var mixed = sync.Pool{New: func() any { return new(writer) }}

func size(text string) int {
	w := mixed.Get().(*writer)
	w.reset(w.buf[:0])
	w.add(text)
	n := len(w.buf)
	mixed.Put(w)
	return n
}

func (w *writer) add(text string) {
	w.buf = append(w.buf, text...)
}
