// Package wire encodes pairs of strings.
package wire

import (
	"encoding/binary"
	"sync"
)

// An Encoder encodes pairs. Call Done when it is not needed any more.
type Encoder struct {
	buf []byte
	n   int
}

var encoders = sync.Pool{New: func() any { return &Encoder{buf: make([]byte, 0, 256)} }}

// NewEncoder returns an empty Encoder.
func NewEncoder() *Encoder {
	e := encoders.Get().(*Encoder)
	e.buf, e.n = e.buf[:0], 0
	return e
}

// Done gives e back.
func (e *Encoder) Done() {
	if cap(e.buf) > 1<<16 {
		return
	}
	e.buf, e.n = e.buf[:0], 0
	encoders.Put(e)
}

// Pair adds a pair.
func (e *Encoder) Pair(key, value string) {
	e.buf = binary.AppendUvarint(e.buf, uint64(len(key)))
	e.buf = append(e.buf, key...)
	e.buf = binary.AppendUvarint(e.buf, uint64(len(value)))
	e.buf = append(e.buf, value...)
	e.n++
}

// Len returns the number of pairs.
func (e *Encoder) Len() int { return e.n }

// Bytes returns what was encoded.
func (e *Encoder) Bytes() []byte { return e.buf }
