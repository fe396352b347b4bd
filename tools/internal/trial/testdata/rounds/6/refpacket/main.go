// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A packet is shared by the links that it is sent on.
type packet struct {
	links atomic.Int32
	size  int
	data  [1500]byte
}

var packets = sync.Pool{New: func() any { return new(packet) }}

// newPacket returns a packet for its first user.
func newPacket(data string) *packet {
	p := packets.Get().(*packet)
	p.size = copy(p.data[:], data)
	p.links.Store(1)
	return p
}

func (p *packet) hold() *packet {
	p.links.Add(1)
	return p
}

// done ends one use. The last one puts the packet back.
func (p *packet) done() {
	if p.links.Add(-1) > 0 {
		return
	}
	p.size = 0
	packets.Put(p)
}

func (p *packet) payload() []byte { return p.data[:p.size] }

type link struct {
	name string
	in   chan *packet
	sum  int
}

func (l *link) run(wg *sync.WaitGroup) {
	wg.Go(func() {
		for p := range l.in {
			for _, b := range p.payload() {
				l.sum += int(b)
			}
			p.done()
		}
	})
}

type bridge struct{ links []*link }

// flood sends a packet on all links but one.
func (br *bridge) flood(p *packet, except string) (sent int) {
	for _, l := range br.links {
		if l.name == except {
			continue
		}
		l.in <- p.hold()
		sent++
	}
	p.done()
	return sent
}

func main() {
	br := &bridge{}
	var wg sync.WaitGroup
	for _, name := range []string{"eth0", "eth1", "eth2"} {
		l := &link{name: name, in: make(chan *packet, 4)}
		l.run(&wg)
		br.links = append(br.links, l)
	}
	var senders sync.WaitGroup
	var sent atomic.Int64
	for _, from := range []string{"eth0", "eth1", "none"} {
		senders.Go(func() {
			for range 100 {
				sent.Add(int64(br.flood(newPacket("AB"), from)))
			}
		})
	}
	senders.Wait()
	for _, l := range br.links {
		close(l.in)
	}
	wg.Wait()
	fmt.Println(sent.Load(), br.links[0].sum, br.links[1].sum, br.links[2].sum)
}
