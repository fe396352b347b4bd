// truth: correct

// Command statsdpush aggregates metrics into datagrams, which a sender
// goroutine writes and gives back.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
)

const mtu = 96

type datagram struct {
	buf     bytes.Buffer
	metrics int
}

var datagrams = sync.Pool{New: func() any { return new(datagram) }}

func newDatagram() *datagram {
	d := datagrams.Get().(*datagram)
	d.buf.Reset()
	d.metrics = 0
	return d
}

func (d *datagram) free() { datagrams.Put(d) }

type client struct {
	mu      sync.Mutex
	current *datagram
	send    chan *datagram
	closed  bool

	done chan struct{}
	lost atomic.Int64
}

func dial(w io.Writer) *client {
	c := &client{send: make(chan *datagram, 2), done: make(chan struct{})}
	go c.writeLoop(w)
	return c
}

func (c *client) writeLoop(w io.Writer) {
	defer close(c.done)
	for d := range c.send {
		if _, err := w.Write(d.buf.Bytes()); err != nil {
			c.lost.Add(int64(d.metrics))
		}
		d.free()
	}
}

// record adds a metric. It starts a new datagram if this one would be too long.
func (c *client) record(name string, value int64, kind byte) {
	var line [64]byte
	b := append(line[:0], name...)
	b = append(b, ':')
	b = strconv.AppendInt(b, value, 10)
	b = append(b, '|', kind, '\n')
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		c.lost.Add(1)
		return
	}
	if c.current != nil && c.current.buf.Len()+len(b) > mtu {
		c.flushLocked()
	}
	if c.current == nil {
		c.current = newDatagram()
	}
	c.current.buf.Write(b)
	c.current.metrics++
}

// flushLocked hands the current datagram to the sender, or drops it if the
// sender lags behind.
func (c *client) flushLocked() {
	d := c.current
	if d == nil {
		return
	}
	c.current = nil
	select {
	case c.send <- d:
	default:
		c.lost.Add(int64(d.metrics))
		d.free()
	}
}

func (c *client) close() int64 {
	c.mu.Lock()
	if !c.closed {
		c.closed = true
		c.flushLocked()
		close(c.send)
	}
	c.mu.Unlock()
	<-c.done
	return c.lost.Load()
}

type collector struct {
	lines, writes int
}

func (s *collector) Write(p []byte) (int, error) {
	if len(p) > mtu {
		return 0, fmt.Errorf("datagram of %d bytes", len(p))
	}
	s.writes++
	s.lines += bytes.Count(p, []byte("\n"))
	return len(p), nil
}

func main() {
	s := &collector{}
	c := dial(s)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				c.record("http.requests."+strconv.Itoa(g), int64(i), 'c')
			}
		})
	}
	wg.Wait()
	lost := c.close()
	c.record("too.late", 1, 'g')
	fmt.Println(int64(s.lines)+lost == 200, c.lost.Load()-lost, c.close()-lost)
}
