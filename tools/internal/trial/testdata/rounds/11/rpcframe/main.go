// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

var errTooLarge = errors.New("message too large")

// encode returns header and body. The caller frees them.
func encode(kind byte, body []byte) (mem.BufferSlice, error) {
	if len(body) > 1<<16 {
		return nil, errTooLarge
	}
	head := make(mem.SliceBuffer, 5)
	head[0] = kind
	binary.BigEndian.PutUint32(head[1:], uint32(len(body)))
	return mem.BufferSlice{head, mem.Copy(body, pool)}, nil
}

type stream struct {
	name    string
	pending []mem.BufferSlice
	wire    bytes.Buffer
}

func (s *stream) enqueue(msg mem.BufferSlice) {
	msg.Ref()
	s.pending = append(s.pending, msg)
}

func (s *stream) drain(max int) {
	for len(s.pending) > 0 && max > 0 {
		msg := s.pending[0]
		s.pending[0] = nil
		s.pending = s.pending[1:]
		for _, b := range msg {
			s.wire.Write(b.ReadOnlyData())
		}
		msg.Free()
		max--
	}
}

func (s *stream) reset() (dropped int) {
	for _, msg := range s.pending {
		dropped += msg.Len()
		msg.Free()
	}
	s.pending = nil
	return dropped
}

type broker struct{ streams []*stream }

func (b *broker) publish(kind byte, body []byte) error {
	msg, err := encode(kind, body)
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	defer msg.Free()
	for _, s := range b.streams {
		if len(s.pending) >= 4 {
			continue // slow
		}
		s.enqueue(msg)
	}
	return nil
}

func main() {
	fast, slow := &stream{name: "fast"}, &stream{name: "slow"}
	b := &broker{streams: []*stream{fast, slow}}
	for i := range 8 {
		if err := b.publish(byte(i), bytes.Repeat([]byte{'a' + byte(i)}, 600*i)); err != nil {
			fmt.Println(err)
		}
		fast.drain(10)
		slow.drain(i % 2)
	}
	fmt.Println(b.publish(9, make([]byte, 1<<17)))
	fmt.Println(fast.wire.Len(), slow.wire.Len(), fast.reset(), slow.reset())
}
