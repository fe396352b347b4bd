// Package before counts references by hand.
package before

import (
	"sync"
	"sync/atomic"
)

type Packet struct {
	refs    atomic.Int32
	Payload []byte
}

var packets = sync.Pool{New: func() any { return new(Packet) }}

func newPacket() *Packet {
	packet := packets.Get().(*Packet)
	packet.refs.Store(1)
	return packet
}

func (p *Packet) Ref() { p.refs.Add(1) }

func (p *Packet) Unref() {
	if p.refs.Add(-1) == 0 {
		p.Payload = p.Payload[:0]
		packets.Put(p)
	}
}

func Broadcast(payload string, to ...chan<- *Packet) {
	packet := newPacket()
	defer packet.Unref()
	packet.Payload = append(packet.Payload, payload...)
	for _, receiver := range to {
		packet.Ref()
		receiver <- packet
	}
}

func Receive(from <-chan *Packet) string {
	packet := <-from
	defer packet.Unref()
	return string(packet.Payload)
}
