// truth: correct

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Packet is shared by all receivers of a multicast group.
type Packet struct {
	refs atomic.Int32
	seq  uint32
	data []byte
	home *packetPool
}

type packetPool struct {
	mu   sync.Mutex
	free []*Packet
	live int
}

func (pp *packetPool) NewPacket(seq uint32, payload string) *Packet {
	pp.mu.Lock()
	defer pp.mu.Unlock()
	pp.live++
	var p *Packet
	if n := len(pp.free); n > 0 {
		p, pp.free = pp.free[n-1], pp.free[:n-1]
	} else {
		p = &Packet{home: pp}
	}
	p.refs.Store(1)
	p.seq = seq
	p.data = append(p.data[:0], payload...)
	return p
}

func (p *Packet) Retain() {
	if p.refs.Add(1) <= 1 {
		panic("retain of a free packet")
	}
}

func (p *Packet) Release() {
	switch n := p.refs.Add(-1); {
	case n > 0:
		return
	case n < 0:
		panic("release of a free packet")
	}
	p.home.mu.Lock()
	defer p.home.mu.Unlock()
	p.home.live--
	p.home.free = append(p.home.free, p)
}

type receiver struct {
	in    chan *Packet
	last  *Packet // for retransmission
	bytes int
}

func (r *receiver) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for p := range r.in {
		r.bytes += len(p.data)
		if r.last != nil {
			r.last.Release()
		}
		r.last = p
	}
	if r.last != nil {
		r.last.Release()
		r.last = nil
	}
}

type group struct {
	members []*receiver
}

func (g *group) send(p *Packet) {
	for _, m := range g.members {
		p.Retain()
		m.in <- p
	}
	p.Release()
}

func main() {
	pool := &packetPool{}
	g := &group{}
	var wg sync.WaitGroup
	for range 3 {
		r := &receiver{in: make(chan *Packet, 2)}
		g.members = append(g.members, r)
		wg.Add(1)
		go r.run(&wg)
	}
	for seq := range uint32(20) {
		g.send(pool.NewPacket(seq, fmt.Sprintf("frame-%02d", seq)))
	}
	for _, m := range g.members {
		close(m.in)
	}
	wg.Wait()
	sum := 0
	for _, m := range g.members {
		sum += m.bytes
	}
	fmt.Println(sum, pool.live, len(pool.free) > 0)
}
