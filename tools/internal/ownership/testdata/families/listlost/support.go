// Package listlost has lists of package container/list that own what is in them.
package listlost

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Page struct {
	No   int
	Hits int
}

var pages = rcpool.Pool[Page]{Name: "pages"}

func get(no int) rcpool.Ref[Page] {
	p := pages.Get()
	p.Value().No = no
	return p
}

type slot struct {
	no   int
	page rcpool.Ref[Page]
}

// A chunk counts its references itself.
type chunk struct {
	refs atomic.Int32
	no   int
	data []byte
}

func NewChunk(no int) *chunk {
	c := &chunk{no: no, data: make([]byte, 64)}
	c.refs.Store(1)
	return c
}

func (c *chunk) IncRef() { c.refs.Add(1) }

func (c *chunk) DecRef() {
	if c.refs.Add(-1) == 0 {
		c.data = nil
	}
}

// A block is another one.
type block struct {
	refs atomic.Int32
	no   int
}

func NewBlock(no int) *block {
	b := &block{no: no}
	b.refs.Store(1)
	return b
}

func (b *block) IncRef() { b.refs.Add(1) }

func (b *block) DecRef() {
	if b.refs.Add(-1) == 0 {
		b.no = 0
	}
}
