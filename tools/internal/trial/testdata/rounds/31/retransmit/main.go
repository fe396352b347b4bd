// truth: use-after-release line 38,66,74 hard

// Command retransmit is the sending half of a reliable datagram protocol.
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

type flight struct {
	seq   int
	tries int
	data  mem.Buffer
}

type link interface {
	transmit(seq int, data []byte) error
}

type sender struct {
	link    link
	pool    mem.BufferPool
	window  int
	next    int
	flights map[int]*flight // by sequence number
	overdue []*flight       // to be sent again
	acked   int
}

var errWindow = errors.New("window is full")

func (s *sender) transmit(f *flight) error {
	f.tries++
	return s.link.transmit(f.seq, f.data.ReadOnlyData())
}

// send transmits a packet and remembers it until it is acknowledged.
func (s *sender) send(payload []byte) error {
	if len(s.flights) >= s.window {
		return errWindow
	}
	f := &flight{seq: s.next, data: mem.Copy(payload, s.pool)}
	s.next++
	s.flights[f.seq] = f
	return s.transmit(f)
}

// timeout puts a packet on the list of those to be sent again.
func (s *sender) timeout(seq int) {
	if f, ok := s.flights[seq]; ok {
		s.overdue = append(s.overdue, f)
	}
}

// ack forgets the packet.
func (s *sender) ack(seq int) bool {
	f, ok := s.flights[seq]
	if !ok {
		return false
	}
	delete(s.flights, seq)
	f.data.Free()
	s.acked++
	return true
}

// resend transmits what is overdue.
func (s *sender) resend() (n int, err error) {
	for _, f := range s.overdue {
		if err := s.transmit(f); err != nil {
			return n, fmt.Errorf("packet %d: %w", f.seq, err)
		}
		n++
	}
	s.overdue = s.overdue[:0]
	return n, nil
}

func (s *sender) close() {
	for seq, f := range s.flights {
		delete(s.flights, seq)
		f.data.Free()
	}
	s.overdue = nil
}

type lossy struct {
	sent  int
	bytes int
}

func (l *lossy) transmit(seq int, data []byte) error {
	l.sent++
	l.bytes += len(data)
	return nil
}

func main() {
	wire := &lossy{}
	s := &sender{link: wire, pool: mem.DefaultBufferPool(), window: 4, flights: make(map[int]*flight)}
	defer s.close()
	for i := range 6 {
		if err := s.send(bytes.Repeat([]byte{byte(i)}, 1300)); err != nil {
			fmt.Println(i, err)
		}
	}
	s.timeout(0)
	s.timeout(1)
	fmt.Println(s.resend())
	s.timeout(2)
	fmt.Println(s.ack(0), s.ack(2), s.ack(7))
	fmt.Println(s.resend())
	fmt.Println(wire.sent, s.acked)
}
