// Package truncated has lists of which a part is cut off whose place the program has noted.
package truncated

import (
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Edit struct {
	At   int
	Text []byte
}

func (e *Edit) Reset() { *e = Edit{Text: e.Text[:0]} }

var edits = rcpool.Pool[Edit]{Name: "edits"}

func newEdit(at int, text string) rcpool.Ref[Edit] {
	ref := edits.Get()
	e := ref.Value()
	e.At = at
	e.Text = append(e.Text, text...)
	return ref
}

type chunk struct {
	refs atomic.Int32
	seq  int
	data []byte
}

var chunks = sync.Pool{New: func() any { return new(chunk) }}

func newChunk(seq int, data []byte) *chunk {
	c := chunks.Get().(*chunk)
	c.refs.Store(1)
	c.seq = seq
	c.data = append(c.data[:0], data...)
	return c
}

func (c *chunk) Retain() { c.refs.Add(1) }

func (c *chunk) Release() {
	if c.refs.Add(-1) == 0 {
		chunks.Put(c)
	}
}
