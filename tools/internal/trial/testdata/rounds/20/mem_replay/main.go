// truth: correct

// A stream keeps what it has sent until it is acknowledged, and sends it again after a reconnect.
package main

import (
	"errors"
	"fmt"
	"sync"

	"google.golang.org/grpc/mem"
)

type entry struct {
	seq uint64
	buf mem.Buffer
}

type conn interface {
	write(seq uint64, b mem.Buffer) error // takes b over
}

type stream struct {
	mu      sync.Mutex
	next    uint64
	backlog []entry
	limit   int
	c       conn
}

var errFull = errors.New("too much is unacknowledged")

func (s *stream) send(p []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.backlog) >= s.limit {
		return errFull
	}
	b := mem.Copy(p, mem.DefaultBufferPool())
	e := entry{s.next, b}
	s.next++
	s.backlog = append(s.backlog, e)
	b.Ref()
	return s.c.write(e.seq, b)
}

func (s *stream) ack(upTo uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := 0
	for i < len(s.backlog) && s.backlog[i].seq <= upTo {
		s.backlog[i].buf.Free()
		i++
	}
	s.backlog = append([]entry(nil), s.backlog[i:]...)
}

// reconnect sends the backlog to a new connection.
func (s *stream) reconnect(c conn) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.c = c
	for _, e := range s.backlog {
		e.buf.Ref()
		if err := c.write(e.seq, e.buf); err != nil {
			return fmt.Errorf("message %d: %w", e.seq, err)
		}
	}
	return nil
}

func (s *stream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.backlog {
		e.buf.Free()
	}
	s.backlog = nil
}

type pipe struct {
	queue chan mem.Buffer
	fail  int
	bytes int
	done  sync.WaitGroup
}

func newPipe(fail int) *pipe {
	p := &pipe{queue: make(chan mem.Buffer, 4), fail: fail}
	p.done.Go(func() {
		for b := range p.queue {
			p.bytes += len(b.ReadOnlyData())
			b.Free()
		}
	})
	return p
}

func (p *pipe) write(seq uint64, b mem.Buffer) error {
	if p.fail--; p.fail < 0 {
		b.Free()
		return errors.New("connection lost")
	}
	p.queue <- b
	return nil
}

func (p *pipe) stop() int {
	close(p.queue)
	p.done.Wait()
	return p.bytes
}

func main() {
	first := newPipe(4)
	s := &stream{limit: 6, c: first}
	defer s.close()
	for i := range 8 {
		if err := s.send(make([]byte, 1000+i*100)); err != nil {
			fmt.Println(i, err)
		}
	}
	fmt.Println("first", first.stop())
	s.ack(1)
	second := newPipe(100)
	fmt.Println(s.reconnect(second))
	s.ack(3)
	fmt.Println("second", second.stop(), "left", len(s.backlog))
}
