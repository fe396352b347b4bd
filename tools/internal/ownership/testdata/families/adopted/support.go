// Package adopted passes counted objects to functions of other packages that, by their
// names, may keep what they are given.
package adopted

import "sync/atomic"

// A Codec is counted.
type Codec struct{ refs atomic.Int64 }

// NewCodec returns a codec with one reference.
func NewCodec() *Codec {
	c := &Codec{}
	c.refs.Store(1)
	return c
}

// IncRef adds a reference.
func (c *Codec) IncRef() { c.refs.Add(1) }

// DecRef gives a reference up.
func (c *Codec) DecRef() {
	if c.refs.Add(-1) < 0 {
		panic("double DecRef")
	}
}
