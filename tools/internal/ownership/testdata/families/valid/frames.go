// Package valid has references with two owners, and questions about whether a
// reference is live.
package valid

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Frame is on its way to several readers.
type Frame struct {
	Seq  int
	Data [64]byte
}

var frames = rcpool.Pool[Frame]{Name: "frames"}

// A cache owns what it has.
type cache struct {
	mu     sync.Mutex
	frames map[int]rcpool.Ref[Frame]
}

// put takes the reference over, and releases the one it replaces.
func (c *cache) put(seq int, frame rcpool.Ref[Frame]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.frames[seq]
	c.frames[seq] = frame
	rcpool.Drop(&old)
}

// get returns a reference of the caller's own.
func (c *cache) get(seq int) (rcpool.Ref[Frame], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	frame, ok := c.frames[seq]
	if !ok {
		return rcpool.Ref[Frame]{}, false
	}
	return frame.Retain(), true
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for seq, frame := range c.frames {
		frame.Release()
		delete(c.frames, seq)
	}
}

// An index knows frames that others own.
type index struct {
	mu    sync.Mutex
	known map[int]rcpool.Ref[Frame]
}

// note remembers the frame, and does not own it.
func (i *index) note(seq int, frame *rcpool.Ref[Frame]) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.known[seq] = *frame
}

// find returns a reference of the caller's own, if the frame is still live.
func (i *index) find(seq int) (rcpool.Ref[Frame], bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.known[seq].TryRetain()
}

// A shelf knows frames that it does not own.
type shelf struct{ known map[int]rcpool.Ref[Frame] }

func (s *shelf) put(seq int, frame *rcpool.Ref[Frame]) { s.known[seq] = *frame }

// take returns the caller a reference if the frame is still in use.
func (s *shelf) take(seq int) (rcpool.Ref[Frame], bool) {
	return s.known[seq].TryRetain()
}
