// Package uncounted has constructors that leave the counter of a new object at 0: there is no
// reference to it yet.
package uncounted

import (
	"errors"
	"sync/atomic"
)

var errEmpty = errors.New("empty")

// A frame is counted when it is queued.
type frame struct {
	users int32
	data  []byte
	free  func([]byte)
}

func (f *frame) Retain() { atomic.AddInt32(&f.users, 1) }

func (f *frame) Release() {
	n := atomic.AddInt32(&f.users, -1)
	if n < 0 {
		panic("released too often")
	}
	if n == 0 {
		f.free(f.data)
	}
}

// NewFrame makes a frame that nobody uses yet.
func NewFrame(data []byte, free func([]byte)) (*frame, error) {
	if len(data) == 0 {
		return nil, errEmpty
	}
	return &frame{data: data, free: free}, nil
}

// A chunk has a reference from the beginning.
type chunk struct {
	users atomic.Int32
	data  []byte
}

func (c *chunk) Retain() { c.users.Add(1) }

func (c *chunk) Release() {
	if c.users.Add(-1) <= 0 {
		c.data = nil
	}
}

// NewChunk makes a chunk. Its last release is the one that finds no user, or less.
func NewChunk(data []byte) *chunk { return &chunk{data: data} }
