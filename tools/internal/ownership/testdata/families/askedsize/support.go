// Package askedsize is about counted objects that are asked for what they have: a number
// that is read from an object is no way back to it, and its memory is.
package askedsize

import (
	"errors"
	"sync/atomic"
)

var errLarge = errors.New("too large")

type meta struct {
	size int
	name string
	next *block
}

type part struct {
	refs atomic.Int64
	meta *meta
	data []byte
}

func (p *part) Size() int       { return p.meta.size }
func (p *part) Name() string    { return p.meta.name }
func (p *part) Marked() bool    { return p.meta.size&1 != 0 }
func (p *part) Meta() *meta     { return p.meta }
func (p *part) Retain()         { p.refs.Add(1) }
func (p *part) Next() *block    { return p.meta.next }
func (p *part) Bytes() []byte   { return p.data }
func (p *part) isSmall() bool   { return p.Size() < 100 }
func (p *part) self() *part     { return p }
func (p *part) Header() [2]byte { return [2]byte{p.data[0], p.data[1]} }

// A block has one reference when it is made.
type block struct{ part }

func NewBlock(size int) *block {
	b := &block{part{meta: &meta{size: size}, data: make([]byte, size)}}
	b.refs.Store(1)
	return b
}

func (b *block) Release() {
	if b.refs.Add(-1) == 0 {
		b.data, b.meta = nil, nil
	}
}
