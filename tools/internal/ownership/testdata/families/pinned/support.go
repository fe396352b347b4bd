package pinned

import (
	"io"
	"sync/atomic"
)

// A packet is given up by Release, which does nothing while somebody has pinned it.
type packet struct {
	pins atomic.Int64
	data []byte
}

func NewPacket(size int) *packet { return &packet{data: make([]byte, size)} }

func (p *packet) IncRef() { p.pins.Add(1) }

func (p *packet) DecRef() { p.pins.Add(-1) }

func (p *packet) Release() {
	if p.pins.Load() == 0 {
		p.data = nil
	}
}

// A cached reader reads a packet first, and releases it at its end.
type cached struct {
	io.Reader
	first *packet
}

func newCached(r io.Reader, first *packet) *cached {
	first.IncRef()
	return &cached{Reader: r, first: first}
}

func (c *cached) end() {
	c.first.DecRef()
	c.first.Release()
	c.first = nil
}
