// truth: correct

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var errTooLarge = errors.New("message too large")

const maxMessage = 16 << 10

type messageReader struct {
	r    io.Reader
	pool mem.BufferPool
}

func (m *messageReader) next() (mem.BufferSlice, error) {
	var head [4]byte
	if _, err := io.ReadFull(m.r, head[:]); err != nil {
		return nil, err
	}
	left := int(binary.BigEndian.Uint32(head[:]))
	if left > maxMessage {
		return nil, errTooLarge
	}
	var bs mem.BufferSlice
	for left > 0 {
		n := min(left, 4096)
		chunk := m.pool.Get(n)
		if _, err := io.ReadFull(m.r, *chunk); err != nil {
			m.pool.Put(chunk)
			bs.Free()
			return nil, fmt.Errorf("message: %w", err)
		}
		bs = append(bs, mem.NewBuffer(chunk, m.pool))
		left -= n
	}
	return bs, nil
}

type sink struct {
	held []mem.BufferSlice
	size int
}

func (s *sink) deliver(bs mem.BufferSlice) {
	bs.Ref()
	s.held = append(s.held, bs)
	s.size += bs.Len()
}

func (s *sink) flush(w io.Writer) error {
	defer func() {
		for _, bs := range s.held {
			bs.Free()
		}
		s.held, s.size = nil, 0
	}()
	for _, bs := range s.held {
		r := bs.Reader()
		_, err := io.Copy(w, r)
		r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func pump(m *messageReader, s *sink) error {
	for {
		bs, err := m.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if bs.Len() > 0 {
			s.deliver(bs)
		}
		bs.Free()
	}
}

func main() {
	var wire bytes.Buffer
	for _, n := range []int{10, 5000, 0, 9000} {
		binary.Write(&wire, binary.BigEndian, uint32(n))
		wire.Write(bytes.Repeat([]byte("x"), n))
	}
	binary.Write(&wire, binary.BigEndian, uint32(6000))
	wire.Write(bytes.Repeat([]byte("y"), 4500))
	s := &sink{}
	err := pump(&messageReader{r: &wire, pool: mem.DefaultBufferPool()}, s)
	var out bytes.Buffer
	size := s.size
	fmt.Println(size, err, s.flush(&out), out.Len())
}
