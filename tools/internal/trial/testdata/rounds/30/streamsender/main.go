// truth: leak line 64 callee

// Command streamsender sends messages over a stream with flow control: each
// message is framed in a buffer of grpc's pool.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

var (
	errWindow = errors.New("flow control window is exhausted")
	errReset  = errors.New("stream was reset")
)

type stream struct {
	id     uint32
	window int
	reset  bool
	w      io.Writer
	frames int
}

// transmit writes the frame. A frame that cannot be sent is freed.
func (s *stream) transmit(frame mem.Buffer) error {
	if s.reset {
		frame.Free()
		return errReset
	}
	if frame.Len() > s.window {
		frame.Free()
		return errWindow
	}
	if _, err := s.w.Write(frame.ReadOnlyData()); err != nil {
		frame.Free()
		s.reset = true
		return fmt.Errorf("stream %d: %w", s.id, err)
	}
	s.window -= frame.Len()
	s.frames++
	return nil
}

type sender struct {
	pool    mem.BufferPool
	streams map[uint32]*stream
}

func (s *sender) send(id uint32, message string) error {
	st, ok := s.streams[id]
	if !ok {
		return fmt.Errorf("no stream %d", id)
	}
	data := s.pool.Get(5 + len(message))
	(*data)[0] = 0 // not compressed
	binary.BigEndian.PutUint32((*data)[1:], uint32(len(message)))
	copy((*data)[5:], message)
	frame := mem.NewBuffer(data, s.pool)
	if err := st.transmit(frame); err != nil {
		return fmt.Errorf("message of %d bytes: %w", len(message), err)
	}
	return nil
}

type wire struct{ n, limit int }

func (w *wire) Write(p []byte) (int, error) {
	if w.n+len(p) > w.limit {
		return 0, io.ErrClosedPipe
	}
	w.n += len(p)
	return len(p), nil
}

func main() {
	line := &wire{limit: 9000}
	s := &sender{pool: mem.NewTieredBufferPool(1024, 4096), streams: map[uint32]*stream{
		1: {id: 1, window: 4000, w: line},
		3: {id: 3, window: 1 << 16, w: line},
	}}
	for i, size := range []int{1500, 3000, 2000, 4000, 2500, 10} {
		id := uint32(i%2*2 + 1)
		if err := s.send(id, strings.Repeat("m", size)); err != nil {
			fmt.Println(id, err)
		}
	}
	fmt.Println(s.send(7, "?"), line.n, s.streams[1].frames, s.streams[3].frames)
}
