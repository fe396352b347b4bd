// truth: correct

// Command msgsplit cuts a byte stream that arrives in fragments into messages,
// which share the memory of the fragments.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

const headerLen = 4

type splitter struct {
	pool    mem.BufferPool
	pending mem.BufferSlice // owned
	size    int
}

// write takes fragment over.
func (s *splitter) write(fragment mem.Buffer) {
	if fragment.Len() == 0 {
		fragment.Free()
		return
	}
	s.pending = append(s.pending, fragment)
	s.size += fragment.Len()
}

// take removes n bytes from the front. The caller owns them.
func (s *splitter) take(n int) mem.BufferSlice {
	out := mem.BufferSlice{}
	for n > 0 {
		front := s.pending[0]
		if front.Len() <= n {
			out = append(out, front)
			s.pending = s.pending[1:]
			n -= front.Len()
			s.size -= front.Len()
			continue
		}
		out = append(out, front.Slice(0, n))
		rest := front.Slice(n, front.Len())
		front.Free()
		s.pending[0] = rest
		s.size -= n
		n = 0
	}
	return out
}

func (s *splitter) peekLen() uint32 {
	var head [headerLen]byte
	s.pending.CopyTo(head[:])
	return binary.BigEndian.Uint32(head[:])
}

var errHuge = errors.New("message is too large")

// next returns a message that the caller owns, or nil if none is complete.
func (s *splitter) next() (mem.BufferSlice, error) {
	if s.size < headerLen {
		return nil, nil
	}
	n := int(s.peekLen())
	if n > 1<<20 {
		return nil, errHuge
	}
	if s.size < headerLen+n {
		return nil, nil
	}
	s.take(headerLen).Free()
	return s.take(n), nil
}

func (s *splitter) close() {
	s.pending.Free()
	s.pending, s.size = nil, 0
}

func feed(s *splitter, data []byte, step int, handle func(mem.BufferSlice) error) error {
	for len(data) > 0 {
		n := min(step, len(data))
		s.write(mem.Copy(data[:n], s.pool))
		data = data[n:]
		for {
			msg, err := s.next()
			if err != nil {
				return err
			}
			if msg == nil {
				break
			}
			if err := handle(msg); err != nil {
				return err
			}
		}
	}
	return nil
}

func main() {
	var stream []byte
	for i := range 6 {
		n := 100 + i*900
		stream = binary.BigEndian.AppendUint32(stream, uint32(n))
		for k := range n {
			stream = append(stream, byte(i+k))
		}
	}
	for _, step := range []int{1500, 4096, len(stream)} {
		s := &splitter{pool: mem.DefaultBufferPool()}
		total := 0
		err := feed(s, stream, step, func(msg mem.BufferSlice) error {
			defer msg.Free()
			r := msg.Reader()
			defer r.Close()
			n, err := io.Copy(io.Discard, struct{ io.Reader }{r})
			total += int(n)
			return err
		})
		fmt.Println(step, total, err, s.size)
		s.close()
	}
	s := &splitter{pool: mem.DefaultBufferPool()}
	fmt.Println(feed(s, []byte{0xff, 0, 0, 0, 1}, 5, func(msg mem.BufferSlice) error { msg.Free(); return nil }))
	s.close()
}
