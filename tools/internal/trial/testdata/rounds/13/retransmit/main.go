// truth: double-release line 56 hard
package main

import (
	"container/list"
	"fmt"

	"google.golang.org/grpc/mem"
)

type segment struct {
	seq  int
	data mem.Buffer
}

// A sender keeps segments until the peer has acknowledged them.
type sender struct {
	pool    mem.BufferPool
	unacked *list.List
	bySeq   map[int]*list.Element
	seq     int
}

func (s *sender) send(payload []byte, wire func([]byte)) int {
	buf := mem.Copy(payload, s.pool)
	s.seq++
	s.bySeq[s.seq] = s.unacked.PushBack(&segment{seq: s.seq, data: buf})
	wire(buf.ReadOnlyData())
	return s.seq
}

// ack removes one segment.
func (s *sender) ack(seq int) bool {
	e, ok := s.bySeq[seq]
	if !ok {
		return false
	}
	delete(s.bySeq, seq)
	seg := e.Value.(*segment)
	seg.data.Free()
	return true
}

func (s *sender) resend(wire func([]byte)) {
	for e := s.unacked.Front(); e != nil; e = e.Next() {
		seg := e.Value.(*segment)
		if _, open := s.bySeq[seg.seq]; open {
			wire(seg.data.ReadOnlyData())
		}
	}
}

// close drops what nobody has acknowledged.
func (s *sender) close() (n int) {
	for e := s.unacked.Front(); e != nil; e = s.unacked.Front() {
		s.unacked.Remove(e).(*segment).data.Free()
		n++
	}
	clear(s.bySeq)
	return n
}

func main() {
	s := &sender{pool: mem.DefaultBufferPool(), unacked: list.New(), bySeq: map[int]*list.Element{}}
	wired := 0
	wire := func(b []byte) { wired += len(b) }
	for i := range 4 {
		s.send(make([]byte, 2000+i), wire)
	}
	fmt.Println(s.ack(2), s.ack(2), s.ack(3))
	s.resend(wire)
	fmt.Println(wired)
	defer func() { fmt.Println("closed:", recover()) }()
	fmt.Println(s.close())
}
