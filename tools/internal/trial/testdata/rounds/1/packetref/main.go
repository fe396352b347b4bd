// truth: correct

// Command packetref counts the references of packets by hand, on top of a sync.Pool.
package main

import (
	"fmt"
	"log"
	"sync"
	"sync/atomic"
)

type Packet struct {
	refs    atomic.Int32
	payload []byte
}

var packets = sync.Pool{New: func() any { return new(Packet) }}

func NewPacket(payload string) *Packet {
	p := packets.Get().(*Packet)
	p.refs.Store(1)
	p.payload = append(p.payload[:0], payload...)
	return p
}

func (p *Packet) Ref() *Packet {
	p.refs.Add(1)
	return p
}

func (p *Packet) Unref() {
	switch n := p.refs.Add(-1); {
	case n == 0:
		p.payload = p.payload[:0]
		packets.Put(p)
	case n < 0:
		panic("packet: too many Unref")
	}
}

type link struct {
	queue chan *Packet
	bytes int
}

func (l *link) run() {
	for p := range l.queue {
		l.bytes += len(p.payload)
		p.Unref()
	}
}

type router struct{ links []*link }

// forward takes over p.
func (r *router) forward(p *Packet, ttl int) {
	defer p.Unref()
	if ttl == 0 {
		return
	}
	for i, l := range r.links {
		if i >= ttl {
			break
		}
		l.queue <- p.Ref()
	}
}

func main() {
	r := &router{}
	var wg sync.WaitGroup
	for range 3 {
		l := &link{queue: make(chan *Packet, 4)}
		r.links = append(r.links, l)
		wg.Go(l.run)
	}
	for i := range 100 {
		r.forward(NewPacket(fmt.Sprintf("%03d", i)), i%4)
	}
	for _, l := range r.links {
		close(l.queue)
	}
	wg.Wait()
	for i, want := range []int{225, 150, 75} {
		if r.links[i].bytes != want {
			log.Fatal(i, r.links[i].bytes)
		}
	}
	fmt.Println("forwarded")
}
