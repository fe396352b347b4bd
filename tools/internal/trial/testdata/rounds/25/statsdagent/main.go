// truth: correct

// Command statsdagent sends metrics as statsd datagrams.
package main

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

const mtu = 128

type datagram struct{ b []byte }

type kind string

const (
	counter kind = "|c"
	gauge   kind = "|g"
	timing  kind = "|ms"
)

type agent struct {
	conn  net.Conn
	free  sync.Pool
	mu    sync.Mutex
	cur   *datagram
	queue chan *datagram
	done  sync.WaitGroup
	drops int
}

func dial(addr string) (*agent, error) {
	conn, err := net.Dial("udp", addr)
	if err != nil {
		return nil, err
	}
	a := &agent{conn: conn, queue: make(chan *datagram, 16)}
	a.free.New = func() any { return &datagram{make([]byte, 0, mtu)} }
	a.done.Go(a.sender)
	return a, nil
}

func (a *agent) sender() {
	for d := range a.queue {
		a.conn.Write(d.b)
		a.recycle(d)
	}
}

func (a *agent) recycle(d *datagram) {
	d.b = d.b[:0]
	a.free.Put(d)
}

func (a *agent) emit(name string, v float64, k kind, tags ...string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cur == nil {
		a.cur = a.free.Get().(*datagram)
	}
	mark := len(a.cur.b)
	a.cur.b = appendMetric(a.cur.b, name, v, k, tags)
	if len(a.cur.b) <= mtu || mark == 0 {
		return
	}
	next := a.free.Get().(*datagram)
	next.b = append(next.b, a.cur.b[mark:]...)
	a.cur.b = a.cur.b[:mark]
	a.sendLocked()
	a.cur = next
}

func appendMetric(b []byte, name string, v float64, k kind, tags []string) []byte {
	b = append(append(b, name...), ':')
	b = strconv.AppendFloat(b, v, 'f', -1, 64)
	b = append(b, k...)
	for i, t := range tags {
		if i == 0 {
			b = append(b, "|#"...)
		} else {
			b = append(b, ',')
		}
		b = append(b, t...)
	}
	return append(b, '\n')
}

// sendLocked hands the current datagram to the sender, or drops it.
func (a *agent) sendLocked() {
	d := a.cur
	a.cur = nil
	if d == nil {
		return
	}
	select {
	case a.queue <- d:
	default:
		a.drops++
		a.recycle(d)
	}
}

func (a *agent) flush() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sendLocked()
}

func (a *agent) Close() error {
	a.flush()
	close(a.queue)
	a.done.Wait()
	return a.conn.Close()
}

func main() {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer pc.Close()
	a, err := dial(pc.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	for i := range 12 {
		a.emit("bids", float64(i), counter, "dc:ams", "seat:"+strconv.Itoa(i))
		a.emit("depth", 0.5, gauge)
	}
	a.emit("lat", 12, timing)
	if err := a.Close(); err != nil {
		panic(err)
	}
	buf := make([]byte, 2048)
	lines := 0
	for lines < 25 {
		pc.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
		n, _, err := pc.ReadFrom(buf)
		if err != nil {
			break
		}
		lines += strings.Count(string(buf[:n]), "\n")
	}
	fmt.Println(lines, a.drops)
}
