// truth: double-release line 56 callee
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

var errClosed = errors.New("transport closed")

type transport struct {
	window int
	closed bool
	out    bytes.Buffer
}

// write sends the buffer and frees it.
func (t *transport) write(b mem.Buffer) error {
	if t.closed {
		b.Free()
		return errClosed
	}
	if b.Len() > t.window {
		n := b.Len()
		b.Free()
		return fmt.Errorf("frame of %d bytes exceeds the window", n)
	}
	t.window -= b.Len()
	t.out.Write(b.ReadOnlyData())
	b.Free()
	return nil
}

type stream struct {
	t      *transport
	failed int
}

func (s *stream) send(payload []byte) error {
	if len(payload) == 0 {
		return nil
	}
	buf := mem.Copy(payload, pool)
	if buf.Len() > 1<<20 {
		buf.Free()
		return errors.New("payload too large")
	}
	err := s.t.write(buf)
	if err != nil {
		s.failed++
		buf.Free()
		return fmt.Errorf("send: %w", err)
	}
	return nil
}

func main() {
	t := &transport{window: 8000}
	s := &stream{t: t}
	for _, n := range []int{0, 100, 3000, 4000} {
		if err := s.send(make([]byte, n)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(t.out.Len(), t.window)
	fmt.Println(s.send(make([]byte, 2000)))
}
