// Package wire has encoders from a pool that its callers do not see.
package wire

import "sync"

// An Encoder encodes strings. Call Done when it is not needed any more.
type Encoder struct {
	buf []byte
	n   int
}

var encoders = sync.Pool{New: func() any { return &Encoder{buf: make([]byte, 0, 64)} }}

// NewEncoder returns an empty Encoder.
func NewEncoder() *Encoder {
	e := encoders.Get().(*Encoder)
	e.buf, e.n = e.buf[:0], 0
	return e
}

// Done gives e back.
func (e *Encoder) Done() {
	e.buf, e.n = e.buf[:0], 0
	encoders.Put(e)
}

// Add adds a string.
func (e *Encoder) Add(s string) {
	e.buf = append(e.buf, s...)
	e.n++
}

// Len returns the number of strings.
func (e *Encoder) Len() int { return e.n }

// Bytes returns what was encoded.
func (e *Encoder) Bytes() []byte { return e.buf }

// Copy returns a copy of what was encoded.
func (e *Encoder) Copy() []byte { return append([]byte(nil), e.buf...) }

// Take returns what was encoded, and leaves nothing of it in e.
func (e *Encoder) Take() []byte {
	p := e.buf
	e.buf = nil
	return p
}
