// truth: leak line 60,76 hard

// Command retransmit is the sending half of a reliable datagram protocol: it
// keeps what is not acknowledged, and sends it again after a timeout.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/mem"
)

const headerSize = 4

var errWindow = errors.New("window is full")

// countingPool counts the buffers that are out.
type countingPool struct {
	mem.BufferPool
	out int
}

func (p *countingPool) Get(n int) *[]byte {
	p.out++
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.out--
	p.BufferPool.Put(b)
}

type outgoing struct {
	seq  uint32
	sent time.Time
	data mem.Buffer
}

type sender struct {
	pool    mem.BufferPool
	wire    func([]byte) error
	window  int
	next    uint32
	unacked []outgoing // in the order of their sequence numbers
	resent  int
}

// send copies the payload into a datagram, and keeps it until it is
// acknowledged.
func (s *sender) send(now time.Time, payload []byte) error {
	if len(s.unacked) == s.window {
		return errWindow
	}
	raw := s.pool.Get(headerSize + len(payload))
	binary.BigEndian.PutUint32(*raw, s.next)
	copy((*raw)[headerSize:], payload)
	data := mem.NewBuffer(raw, s.pool)
	if err := s.wire(data.ReadOnlyData()); err != nil {
		data.Free()
		return fmt.Errorf("datagram %d: %w", s.next, err)
	}
	s.unacked = append(s.unacked, outgoing{s.next, now, data})
	s.next++
	return nil
}

// ack handles a cumulative acknowledgement: everything before seq has arrived.
func (s *sender) ack(seq uint32) int {
	n := 0
	for n < len(s.unacked) && int32(s.unacked[n].seq-seq) < 0 {
		n++
	}
	s.unacked = append(s.unacked[:0], s.unacked[n:]...)
	return n
}

// selective handles the acknowledgement of a single datagram.
func (s *sender) selective(seq uint32) bool {
	for i, o := range s.unacked {
		if o.seq == seq {
			o.data.Free()
			s.unacked = append(s.unacked[:i], s.unacked[i+1:]...)
			return true
		}
	}
	return false
}

// tick sends again what was sent before the deadline.
func (s *sender) tick(now time.Time, timeout time.Duration) error {
	for i := range s.unacked {
		o := &s.unacked[i]
		if now.Sub(o.sent) < timeout {
			continue
		}
		if err := s.wire(o.data.ReadOnlyData()); err != nil {
			return err
		}
		o.sent = now
		s.resent++
	}
	return nil
}

func (s *sender) close() {
	for _, o := range s.unacked {
		o.data.Free()
	}
	s.unacked = nil
}

func main() {
	pool := &countingPool{BufferPool: mem.NewTieredBufferPool(2048, 8192)}
	bytesOut := 0
	s := &sender{pool: pool, window: 6, wire: func(b []byte) error { bytesOut += len(b); return nil }}
	now := time.Unix(0, 0)
	for i := range 8 {
		if err := s.send(now, make([]byte, 1500+i)); err != nil {
			fmt.Println(err)
		}
		now = now.Add(time.Millisecond)
	}
	fmt.Println(s.selective(4), s.selective(4))
	fmt.Println(s.ack(3), len(s.unacked))
	if err := s.tick(now.Add(time.Second), time.Second); err != nil {
		panic(err)
	}
	s.close()
	fmt.Println(s.resent, bytesOut > 9000, pool.out >= 0)
}
