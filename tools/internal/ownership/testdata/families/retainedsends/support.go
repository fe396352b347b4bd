// Package retainedsends has functions that retain an object for each receiver that they
// send it to, and then give up the reference that they were given.
package retainedsends

import "sync/atomic"

// A Packet counts its references itself.
type Packet struct {
	refs atomic.Int32
	data []byte
}

// The packets that nobody has.
var free = make(chan *Packet, 8)

// NewPacket returns a packet with one reference.
func NewPacket(data string) *Packet {
	var p *Packet
	select {
	case p = <-free:
	default:
		p = new(Packet)
	}
	p.refs.Store(1)
	p.data = append(p.data[:0], data...)
	return p
}

// Retain adds a reference.
func (p *Packet) Retain() {
	if p.refs.Add(1) <= 1 {
		panic("retain of a free packet")
	}
}

// Release gives a reference up.
func (p *Packet) Release() {
	switch n := p.refs.Add(-1); {
	case n > 0:
		return
	case n < 0:
		panic("release of a free packet")
	}
	select {
	case free <- p:
	default:
	}
}

type receiver struct{ in chan *Packet }

func (r *receiver) run() {
	for p := range r.in {
		p.Release()
	}
}
