// truth: correct
package main

import (
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
)

const mtu = 1400

var bufs = sync.Pool{New: func() any { b := make([]byte, mtu); return &b }}

type inbound struct {
	from string
	buf  *[]byte
	n    int
}

func (p inbound) payload() []byte { return (*p.buf)[:p.n] }

func (p inbound) done() { bufs.Put(p.buf) }

// source gives one datagram per call, like a UDP socket.
type source interface {
	ReadFrom(p []byte) (n int, from string, err error)
}

type server struct {
	queue   chan inbound
	wg      sync.WaitGroup
	handled atomic.Int64
	dropped atomic.Int64
	players sync.Map
}

func (s *server) serve(src source) error {
	defer close(s.queue)
	for {
		buf := bufs.Get().(*[]byte)
		n, from, err := src.ReadFrom(*buf)
		if err != nil {
			bufs.Put(buf)
			return err
		}
		p := inbound{from, buf, n}
		if n < 4 {
			p.done()
			s.dropped.Add(1)
			continue
		}
		select {
		case s.queue <- p:
		default:
			p.done()
			s.dropped.Add(1)
		}
	}
}

func (s *server) work() {
	defer s.wg.Done()
	for p := range s.queue {
		s.handle(p)
	}
}

func (s *server) handle(p inbound) {
	defer p.done()
	b := p.payload()
	switch kind := binary.BigEndian.Uint32(b); kind {
	case 1:
		s.players.Store(p.from, string(b[4:]))
	case 2:
		s.players.Delete(p.from)
	}
	s.handled.Add(1)
}

type script struct{ left int }

func (s *script) ReadFrom(p []byte) (int, string, error) {
	if s.left == 0 {
		return 0, "", fmt.Errorf("socket closed")
	}
	s.left--
	if s.left%10 == 0 {
		return copy(p, "hi"), "nobody", nil
	}
	binary.BigEndian.PutUint32(p, uint32(1+s.left%2))
	return 4 + copy(p[4:], "name"), fmt.Sprint("player", s.left%7), nil
}

func main() {
	s := &server{queue: make(chan inbound, 16)}
	for range 3 {
		s.wg.Add(1)
		go s.work()
	}
	err := s.serve(&script{left: 100})
	s.wg.Wait()
	fmt.Println(err, s.handled.Load()+s.dropped.Load())
}
