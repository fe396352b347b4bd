// Package handcounted has goroutines that share one reference, and count themselves to
// find out which of them is the last.
package handcounted

import (
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A Frame is an example.
type Frame struct{ Data []byte }

var frames = rcpool.Pool[Frame]{Name: "frames"}

type frameRef = rcpool.Ref[Frame]

// A packet counts its references itself.
type packet struct {
	users atomic.Int32
	left  int64
	seen  atomic.Int64
	refs  atomic.Uint32
	sent  atomic.Bool
	from  atomic.Pointer[packet]
	data  []byte
}

var packets = sync.Pool{New: func() any { return new(packet) }}

func newPacket(data []byte) *packet {
	p := packets.Get().(*packet)
	p.users.Store(1)
	p.data = append(p.data[:0], data...)
	return p
}

func (p *packet) share(n int32) { p.users.Add(n) }

func (p *packet) unref() {
	if p.refs.Add(^uint32(0)) == 0 {
		p.sent.Store(true)
		p.from.Store(nil)
		packets.Put(p)
	}
}

func (p *packet) drop() {
	if p.users.Add(-1) == 0 {
		packets.Put(p)
	}
}

func (p *packet) done() {
	if atomic.AddInt64(&p.left, -1) == 0 {
		packets.Put(p)
	}
}
