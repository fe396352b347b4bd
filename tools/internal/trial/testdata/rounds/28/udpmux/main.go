// truth: correct

// Command udpmux copies datagrams to several sinks. Packets are counted by hand
// and go back to a sync.Pool with the last user.
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

type packet struct {
	users atomic.Int32
	from  net.Addr
	data  []byte
	room  [1500]byte
}

var packetPool = sync.Pool{New: func() any { return new(packet) }}

// newPacket returns a packet with one user, the caller.
func newPacket() *packet {
	p := packetPool.Get().(*packet)
	p.users.Store(1)
	return p
}

func (p *packet) share() *packet {
	if p.users.Add(1) < 2 {
		panic("share of a dead packet")
	}
	return p
}

func (p *packet) done() {
	switch n := p.users.Add(-1); {
	case n == 0:
		p.from, p.data = nil, nil
		packetPool.Put(p)
	case n < 0:
		panic("done of a dead packet")
	}
}

func (p *packet) receive(conn net.PacketConn) error {
	n, from, err := conn.ReadFrom(p.room[:])
	if err != nil {
		return err
	}
	p.from, p.data = from, p.room[:n]
	return nil
}

type sink struct {
	in      chan *packet
	handle  func([]byte)
	dropped int
}

func (s *sink) run() {
	for p := range s.in {
		s.handle(p.data)
		p.done()
	}
}

type Mux struct {
	conn  net.PacketConn
	sinks []*sink
	wg    sync.WaitGroup
}

func (m *Mux) Attach(depth int, handle func([]byte)) {
	s := &sink{in: make(chan *packet, depth), handle: handle}
	m.sinks = append(m.sinks, s)
	m.wg.Go(s.run)
}

// Serve returns when the connection is closed, after the sinks are done.
func (m *Mux) Serve() error {
	defer m.wg.Wait()
	defer func() {
		for _, s := range m.sinks {
			close(s.in)
		}
	}()
	for {
		p := newPacket()
		if err := p.receive(m.conn); err != nil {
			p.done()
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}
		m.spread(p)
	}
}

// spread takes p over.
func (m *Mux) spread(p *packet) {
	defer p.done()
	if len(p.data) == 0 {
		return
	}
	for _, s := range m.sinks {
		select {
		case s.in <- p.share():
		default:
			p.done()
			s.dropped++
		}
	}
}

func main() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	m := &Mux{conn: conn}
	var count, sum atomic.Int64
	m.Attach(64, func(b []byte) { count.Add(int64(len(b))) })
	m.Attach(64, func(b []byte) { sum.Add(int64(crc32.ChecksumIEEE(b))) })
	m.Attach(0, func(b []byte) { time.Sleep(time.Microsecond) })
	served := make(chan error, 1)
	go func() { served <- m.Serve() }()
	client, err := net.Dial("udp", conn.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	for i := range 20 {
		fmt.Fprintf(client, "metric%d:%d|c", i%3, i)
	}
	client.Write(nil)
	client.Close()
	for deadline := time.Now().Add(time.Second); count.Load() < 220 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	conn.Close()
	fmt.Println(<-served, count.Load() > 0, sum.Load() > 0)
}
