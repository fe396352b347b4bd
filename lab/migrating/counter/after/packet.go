// Package after is the same with a Pool.
package after

import "github.com/rcpool/rcpool"

type Packet struct{ Payload []byte }

// Reset keeps the capacity of the payload.
func (p *Packet) Reset() { p.Payload = p.Payload[:0] }

var packets = rcpool.Pool[Packet]{
	Name: "packets",
	Keep: func(p *Packet) bool { return cap(p.Payload) <= 64<<10 },
}

func Broadcast(payload string, to ...chan<- rcpool.Ref[Packet]) {
	packet := packets.Get()
	defer packet.Release()
	p := packet.Value()
	p.Payload = append(p.Payload, payload...)
	for _, receiver := range to {
		receiver <- packet.Retain()
	}
}

func Receive(from <-chan rcpool.Ref[Packet]) string {
	packet := <-from
	defer packet.Release()
	return string(packet.Value().Payload)
}
