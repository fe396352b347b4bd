// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A packet is counted by hand: the last release puts it back.
type packet struct {
	users atomic.Int32
	seq   int
	data  []byte
}

var packets = sync.Pool{New: func() any { return new(packet) }}

func newPacket(seq int, data string) *packet {
	p := packets.Get().(*packet)
	p.users.Store(1)
	p.seq = seq
	p.data = append(p.data[:0], data...)
	return p
}

func (p *packet) share(n int) { p.users.Add(int32(n)) }

func (p *packet) done() {
	switch n := p.users.Add(-1); {
	case n == 0:
		packets.Put(p)
	case n < 0:
		panic("packet: too many calls of done")
	}
}

type conn struct {
	out   chan *packet
	bytes int
	last  int
}

func (c *conn) pump(wg *sync.WaitGroup) {
	defer wg.Done()
	for p := range c.out {
		if p.seq < c.last {
			panic("out of order")
		}
		c.last = p.seq
		c.bytes += len(p.data)
		p.done()
	}
}

type hub struct {
	conns []*conn
	wg    sync.WaitGroup
}

func (h *hub) join() *conn {
	c := &conn{out: make(chan *packet, 8)}
	h.conns = append(h.conns, c)
	h.wg.Add(1)
	go c.pump(&h.wg)
	return c
}

func (h *hub) broadcast(seq int, data string) {
	p := newPacket(seq, data)
	p.share(len(h.conns))
	for _, c := range h.conns {
		c.out <- p
	}
	p.done()
}

func (h *hub) close() {
	for _, c := range h.conns {
		close(c.out)
	}
	h.wg.Wait()
}

func main() {
	h := &hub{}
	a := h.join()
	for i := range 300 {
		if i == 100 || i == 200 {
			h.join()
		}
		h.broadcast(i, fmt.Sprintf("%03d", i))
	}
	h.close()
	fmt.Println(a.bytes, h.conns[1].bytes, h.conns[2].bytes)
}
