// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type packet struct {
	seq  int
	data []byte
}

func (p *packet) Reset() { *p = packet{data: p.data[:0]} }

var packets = rcpool.Pool[packet]{Name: "packets"}

type inflight struct {
	ref  rcpool.Ref[packet]
	stop func() bool
}

type sender struct {
	mu      sync.Mutex
	open    map[int]inflight
	resent  int
	next    int
	expired chan int
}

func (s *sender) send(data string) int {
	p := packets.Get()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	p.Value().seq = s.next
	p.Value().data = append(p.Value().data, data...)
	s.open[s.next] = inflight{p, p.AfterFunc(20*time.Millisecond, s.resend)}
	return s.next
}

func (s *sender) resend(p *packet) {
	s.mu.Lock()
	s.resent += len(p.data)
	s.mu.Unlock()
	s.expired <- p.seq
}

func (s *sender) ack(seq int) bool {
	s.mu.Lock()
	f, ok := s.open[seq]
	delete(s.open, seq)
	s.mu.Unlock()
	if !ok {
		return false
	}
	f.stop()
	f.ref.Release()
	return true
}

func (s *sender) close() {
	s.mu.Lock()
	open := s.open
	s.open = nil
	s.mu.Unlock()
	for _, f := range open {
		f.stop()
		f.ref.Release()
	}
}

func main() {
	s := &sender{open: map[int]inflight{}, expired: make(chan int, 16)}
	a, b := s.send("hello"), s.send("world!")
	s.send("bye")
	fmt.Println(s.ack(a), s.ack(a))
	seen := map[int]bool{<-s.expired: true, <-s.expired: true}
	fmt.Println(seen[b], len(seen))
	fmt.Println(s.ack(b))
	s.close()
}
