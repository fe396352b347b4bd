// truth: correct

// Command udpcollector receives statsd packets and counts them in workers.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"
)

const maxPacket = 1500

var packets = sync.Pool{New: func() any {
	b := make([]byte, maxPacket)
	return &b
}}

// A datagram owns its buffer.
type datagram struct {
	buf *[]byte
	n   int
}

func (d datagram) payload() []byte { return (*d.buf)[:d.n] }
func (d datagram) free()           { packets.Put(d.buf) }

type collector struct {
	conn  net.PacketConn
	queue chan datagram

	mu      sync.Mutex
	counts  map[string]int
	dropped int
	bad     int
}

// receive reads packets until the connection is closed.
func (c *collector) receive() error {
	defer close(c.queue)
	for {
		d := datagram{buf: packets.Get().(*[]byte)}
		n, _, err := c.conn.ReadFrom(*d.buf)
		if err != nil {
			d.free()
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}
		d.n = n
		select {
		case c.queue <- d:
		default:
			d.free()
			c.mu.Lock()
			c.dropped++
			c.mu.Unlock()
		}
	}
}

func (c *collector) work(wg *sync.WaitGroup) {
	defer wg.Done()
	local := make(map[string]int)
	for d := range c.queue {
		ok := parse(d.payload(), local)
		d.free()
		if !ok {
			c.mu.Lock()
			c.bad++
			c.mu.Unlock()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range local {
		c.counts[name] += n
	}
}

// parse reads "name:value|c". It copies the name.
func parse(b []byte, into map[string]int) bool {
	name, rest, ok := bytes.Cut(b, []byte(":"))
	if !ok {
		return false
	}
	value, kind, ok := bytes.Cut(rest, []byte("|"))
	if !ok || string(kind) != "c" {
		return false
	}
	n, err := strconv.Atoi(string(value))
	if err != nil {
		return false
	}
	into[string(name)] += n
	return true
}

func main() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		fmt.Println("no loopback:", err)
		return
	}
	c := &collector{conn: conn, queue: make(chan datagram, 32), counts: make(map[string]int)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go c.work(&wg)
	}
	received := make(chan error, 1)
	go func() { received <- c.receive() }()

	client, err := net.Dial("udp", conn.LocalAddr().String())
	if err == nil {
		for i := range 40 {
			fmt.Fprintf(client, "hits.%d:%d|c", i%3, i)
			if i%10 == 0 {
				fmt.Fprint(client, "garbage")
			}
		}
		client.Close()
	}
	time.Sleep(50 * time.Millisecond)
	conn.Close()
	err = <-received
	wg.Wait()
	fmt.Println(len(c.counts) <= 3, c.bad <= 4, err)
}
