// truth: correct

// Command udpstats receives metrics over UDP. A reader fills packets, workers
// parse them and put them back.
package main

import (
	"bytes"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"
)

type packet struct {
	data [512]byte
	n    int
	from net.Addr
}

type collector struct {
	packets sync.Pool
	mu      sync.Mutex
	sums    map[string]float64
	bad     int
}

func newCollector() *collector {
	return &collector{
		packets: sync.Pool{New: func() any { return new(packet) }},
		sums:    make(map[string]float64),
	}
}

func (c *collector) recycle(p *packet) {
	p.n, p.from = 0, nil
	c.packets.Put(p)
}

// receive sends packets until conn is closed; the receiver recycles them.
func (c *collector) receive(conn net.PacketConn, out chan<- *packet) {
	defer close(out)
	for {
		p := c.packets.Get().(*packet)
		n, from, err := conn.ReadFrom(p.data[:])
		if err != nil {
			c.recycle(p)
			return
		}
		if n == 0 {
			c.recycle(p)
			continue
		}
		p.n, p.from = n, from
		out <- p
	}
}

func (c *collector) work(in <-chan *packet) {
	for p := range in {
		c.parse(p)
		c.recycle(p)
	}
}

// parse borrows p.
func (c *collector) parse(p *packet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for line := range bytes.SplitSeq(p.data[:p.n], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		name, text, found := bytes.Cut(line, []byte(":"))
		value, err := strconv.ParseFloat(string(text), 64)
		if !found || err != nil {
			c.bad++
			continue
		}
		c.sums[string(name)] += value
	}
}

func main() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	c := newCollector()
	packets := make(chan *packet, 8)
	var wg sync.WaitGroup
	wg.Go(func() { c.receive(conn, packets) })
	for range 2 {
		wg.Go(func() { c.work(packets) })
	}
	client, err := net.Dial("udp", conn.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	for i := range 30 {
		fmt.Fprintf(client, "hits:1\nbytes:%d\n", 10*i)
		if i%10 == 0 {
			fmt.Fprint(client, "garbage")
		}
		time.Sleep(200 * time.Microsecond)
	}
	client.Close()
	time.Sleep(20 * time.Millisecond)
	conn.Close()
	wg.Wait()
	fmt.Println(c.sums["hits"] > 0, c.sums["bytes"] >= 0, c.bad)
}
