// truth: correct

// Command outbox queues gRPC messages for several streams, which share the buffers.
package main

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/mem"
)

type frame struct {
	seq  int
	data mem.BufferSlice
}

type stream struct {
	name   string
	window int
	queue  []frame
	sent   []string
	closed bool
}

var errClosed = errors.New("stream is closed")

// enqueue takes the frame over.
func (s *stream) enqueue(f frame) error {
	if s.closed {
		f.data.Free()
		return fmt.Errorf("%s: %w", s.name, errClosed)
	}
	s.queue = append(s.queue, f)
	return nil
}

// pump sends as many frames as the window allows.
func (s *stream) pump() {
	for len(s.queue) > 0 {
		f := s.queue[0]
		n := f.data.Len()
		if n > s.window {
			return
		}
		s.window -= n
		s.queue[0] = frame{}
		s.queue = s.queue[1:]
		s.sent = append(s.sent, fmt.Sprint(f.seq, ":", len(f.data.Materialize())))
		f.data.Free()
	}
}

func (s *stream) Close() (lost int) {
	s.closed = true
	for _, f := range s.queue {
		f.data.Free()
	}
	lost = len(s.queue)
	s.queue = nil
	return lost
}

type server struct {
	pool    mem.BufferPool
	seq     int
	streams []*stream
}

func (s *server) broadcast(parts ...string) error {
	var data mem.BufferSlice
	w := mem.NewWriter(&data, s.pool)
	for _, p := range parts {
		if _, err := w.Write([]byte(p)); err != nil {
			data.Free()
			return err
		}
	}
	defer data.Free()
	s.seq++
	var errs []error
	for _, st := range s.streams {
		data.Ref()
		errs = append(errs, st.enqueue(frame{seq: s.seq, data: data}))
		st.pump()
	}
	return errors.Join(errs...)
}

func main() {
	s := &server{pool: mem.NewTieredBufferPool(4096), streams: []*stream{{name: "a", window: 10_000}, {name: "b", window: 3000}}}
	body := strings.Repeat("x", 2000)
	for i := range 4 {
		if err := s.broadcast("header", body); err != nil {
			fmt.Println(err)
		}
		if i == 1 {
			fmt.Println(s.streams[1].Close())
		}
		if i == 2 {
			s.streams[0].window = 0
		}
	}
	s.streams[0].window = 2006
	s.streams[0].pump()
	for _, st := range s.streams {
		fmt.Println(st.name, st.sent, st.Close())
	}
}
