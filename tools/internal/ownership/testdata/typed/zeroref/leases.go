// Package zeroref has references that refer to nothing.
package zeroref

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

var buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}

// A cache holds at most one buffer.
type cache struct {
	held rcpool.Ref[bytes.Buffer]
}

// lookUp gives a reference of its own to the caller if there is one.
func (c *cache) lookUp() (rcpool.Ref[bytes.Buffer], bool) {
	return c.held.TryRetain()
}
