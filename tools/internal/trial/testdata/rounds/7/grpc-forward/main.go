// truth: use-after-release line 59 callee

// Command grpc-forward forwards messages to a stream, and counts their kinds.
package main

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type stream struct {
	out     []byte
	credits int
}

var errNoCredit = errors.New("no credit")

// write sends the message and frees it.
func (s *stream) write(b mem.Buffer) error {
	defer b.Free()
	if s.credits == 0 {
		return errNoCredit
	}
	s.credits--
	s.out = append(s.out, b.ReadOnlyData()...)
	return nil
}

type forwarder struct {
	pool  mem.BufferPool
	to    *stream
	kinds map[byte]int
}

func (f *forwarder) recv(r io.Reader, size int) (mem.Buffer, error) {
	data := f.pool.Get(size)
	if _, err := io.ReadFull(r, *data); err != nil {
		f.pool.Put(data)
		return nil, err
	}
	return mem.NewBuffer(data, f.pool), nil
}

func (f *forwarder) forward(r io.Reader, size int) error {
	b, err := f.recv(r, size)
	if err != nil {
		return err
	}
	if b.ReadOnlyData()[0] == 0 {
		b.Free()
		return errors.New("message without a kind")
	}
	if err := f.to.write(b); err != nil {
		return fmt.Errorf("not forwarded: %w", err)
	}
	f.kinds[b.ReadOnlyData()[0]]++
	return nil
}

type source byte

func (s *source) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(*s)
	}
	*s++
	return len(p), nil
}

func main() {
	f := &forwarder{mem.DefaultBufferPool(), &stream{credits: 4}, map[byte]int{}}
	from := new(source)
	for range 6 {
		fmt.Println(f.forward(from, 2000))
	}
	fmt.Println(len(f.to.out), f.kinds)
}
