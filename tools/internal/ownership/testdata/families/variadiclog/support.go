// Package variadiclog puts what it has borrowed into errors, and closes twice.
package variadiclog

import (
	"bytes"
	"errors"
	"sync"

	"google.golang.org/grpc/mem"
)

var (
	errMethod = errors.New("unknown method")
	encoders  = sync.Pool{New: func() any { return new(encoder) }}
)

func method(data []byte) []byte {
	name, _, _ := bytes.Cut(data, []byte{' '})
	return name
}

type encoder struct{ packet []byte }

// A stream sends when it is closed.
type stream struct {
	e    *encoder
	send func([]byte) error
}

func open(send func([]byte) error) *stream {
	return &stream{encoders.Get().(*encoder), send}
}

func (s *stream) Close() error {
	e := s.e
	if e == nil {
		return nil
	}
	s.e = nil
	defer func() {
		e.packet = e.packet[:0]
		encoders.Put(e)
	}()
	return s.send(e.packet)
}

func (s *stream) closeAlways() error {
	err := s.send(s.e.packet)
	s.e.packet = s.e.packet[:0]
	encoders.Put(s.e)
	return err
}

var pool = mem.NewTieredBufferPool(4 << 10)
