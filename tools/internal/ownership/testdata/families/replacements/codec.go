// Package replacements has functions that release what they are given and return something in its
// place, or return it as it is.
package replacements

import (
	"errors"
	"slices"
	"sync"

	"google.golang.org/grpc/mem"
)

var errSize = errors.New("too large")

type codec struct {
	pool      mem.BufferPool
	threshold int
}

// shrink returns what replaces the payload.
func (c *codec) shrink(payload mem.Buffer) (mem.Buffer, error) {
	if payload.Len() < c.threshold {
		return payload, nil
	}
	defer payload.Free()
	if payload.Len() > 1<<20 {
		return nil, errSize
	}
	return mem.Copy(payload.ReadOnlyData()[:c.threshold], c.pool), nil
}

type block struct {
	data []byte
	next int
}

var blocks = sync.Pool{New: func() any { return &block{data: make([]byte, 0, 64)} }}

// grow returns a block with room for n bytes.
func grow(b *block, n int) *block {
	if len(b.data)+n <= cap(b.data) {
		return b
	}
	bigger := blocks.Get().(*block)
	bigger.data = append(slices.Grow(bigger.data[:0], len(b.data)+n), b.data...)
	bigger.next = 0
	b.data = b.data[:0]
	b.next = 0
	blocks.Put(b)
	return bigger
}

func firstOf(b mem.Buffer) byte { return b.ReadOnlyData()[0] }
