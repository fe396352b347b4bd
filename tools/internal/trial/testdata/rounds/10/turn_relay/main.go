// truth: correct
package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"sync"
	"time"
)

type packet struct {
	data [1500]byte
	n    int
	from net.Addr
}

var packetPool = sync.Pool{New: func() any { return new(packet) }}

func newPacket() *packet { return packetPool.Get().(*packet) }

func (p *packet) free() {
	p.n, p.from = 0, nil
	packetPool.Put(p)
}

type relay struct {
	conn net.PacketConn
	work chan *packet
	wg   sync.WaitGroup
	drop int
}

func (r *relay) read() {
	defer r.wg.Done()
	defer close(r.work)
	for {
		p := newPacket()
		n, from, err := r.conn.ReadFrom(p.data[:])
		if err != nil {
			p.free()
			return
		}
		p.n, p.from = n, from
		if n < 4 {
			r.drop++
			p.free()
			continue
		}
		r.work <- p
	}
}

func (r *relay) serve() {
	defer r.wg.Done()
	for p := range r.work {
		channel := binary.BigEndian.Uint16(p.data[:2])
		binary.BigEndian.PutUint16(p.data[:2], channel|0x4000)
		r.conn.WriteTo(p.data[:p.n], p.from)
		p.free()
	}
}

func main() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	r := &relay{conn: conn, work: make(chan *packet, 8)}
	r.wg.Add(2)
	go r.read()
	go r.serve()

	c, err := net.Dial("udp", conn.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	c.Write([]byte{1})
	reply := make([]byte, 64)
	for i := range 5 {
		c.Write([]byte{0, byte(i), 'h', 'i', '!'})
		c.SetReadDeadline(time.Now().Add(time.Second))
		n, err := c.Read(reply)
		if err != nil || reply[0] != 0x40 || reply[1] != byte(i) {
			fmt.Println("reply:", reply[:n], err)
		}
	}
	c.Close()
	conn.Close()
	r.wg.Wait()
	fmt.Println("dropped", r.drop)
}
