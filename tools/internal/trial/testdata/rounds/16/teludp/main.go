// truth: correct

package main

import (
	"bytes"
	"fmt"
	"net"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type packet struct {
	buf [512]byte
	n   int
}

var packets = rcpool.Pool[packet]{Name: "udp", Reset: func(p *packet) {
	clear(p.buf[:p.n])
	p.n = 0
}}

// line is one line of a datagram. It holds its own reference.
type line struct {
	owner rcpool.Ref[packet]
	from  int
	to    int
}

func (l line) text() []byte { return l.owner.Value().buf[l.from:l.to] }

type listener struct {
	conn    net.Conn
	lines   chan line
	dropped atomic.Int32
}

func (l *listener) readLoop() {
	defer close(l.lines)
	for {
		p := packets.Get()
		v := p.Value()
		n, err := l.conn.Read(v.buf[:])
		v.n = n
		if err != nil {
			p.Release()
			return
		}
		l.split(&p)
		p.Release()
	}
}

func (l *listener) split(p *rcpool.Ref[packet]) {
	data := p.Value().buf[:p.Value().n]
	for start := 0; start < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
			end = start + i
		}
		if end > start {
			item := line{owner: p.Retain(), from: start, to: end}
			select {
			case l.lines <- item:
			default:
				item.owner.Release()
				l.dropped.Add(1)
			}
		}
		start = end + 1
	}
}

func main() {
	server, client := net.Pipe()
	l := &listener{conn: server, lines: make(chan line, 8)}
	var wg sync.WaitGroup
	wg.Go(l.readLoop)
	var seen, size atomic.Int32
	for range 2 {
		wg.Go(func() {
			for item := range l.lines {
				seen.Add(1)
				size.Add(int32(len(item.text())))
				item.owner.Release()
			}
		})
	}
	for i := range 20 {
		fmt.Fprintf(client, "cpu:%d|g\nmem:%d|g\n\ndisk:1|c", i, i*i)
	}
	client.Close()
	wg.Wait()
	server.Close()
	fmt.Println(seen.Load()+l.dropped.Load(), size.Load() > 0)
}
