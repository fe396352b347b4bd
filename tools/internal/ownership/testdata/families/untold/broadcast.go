package untold

import (
	"sync"
	"sync/atomic"
)

// A chunk counts its references.
type chunk struct {
	refs atomic.Int32
	seq  int
	body []byte
}

var chunks = sync.Pool{New: func() any { return new(chunk) }}

func newChunk(seq int) *chunk {
	c := chunks.Get().(*chunk)
	c.refs.Store(1)
	c.seq = seq
	c.body = c.body[:0]
	return c
}

func (c *chunk) retain() { c.refs.Add(1) }

func (c *chunk) release() {
	if c.refs.Add(-1) == 0 {
		chunks.Put(c)
	}
}

type station struct {
	listeners []chan *chunk
	pinned    map[int]*chunk
	silent    int
	max       int
	muted     func() bool
}

// broadcast gives up the chunk if there is nobody to hear it.
func (s *station) broadcast(c *chunk) int {
	if len(s.listeners) == 0 {
		s.silent++
		c.release()
		return 0
	}
	for _, l := range s.listeners {
		c.retain()
		l <- c
	}
	return len(s.listeners)
}

// announce takes the chunk over unless the station is muted.
func (s *station) announce(c *chunk) {
	if s.muted() {
		return
	}
	for _, l := range s.listeners {
		c.retain()
		l <- c
	}
	c.release()
}

// pin keeps a reference if there is room.
func (s *station) pin(c *chunk) {
	if len(s.pinned) < s.max {
		c.retain()
		s.pinned[c.seq] = c
	}
}

// unpin gives up the reference of the map.
func (s *station) unpin(c *chunk) {
	if s.pinned[c.seq] == c {
		delete(s.pinned, c.seq)
		c.release()
	}
}

// offer sends the chunk to those that are not busy.
func (s *station) offer(c *chunk) (heard int) {
	for _, l := range s.listeners {
		c.retain()
		select {
		case l <- c:
			heard++
		default:
			c.release()
		}
	}
	return heard
}
