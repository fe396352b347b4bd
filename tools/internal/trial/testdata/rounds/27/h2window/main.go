// truth: correct

// H2window queues the data frames of an HTTP/2 stream until the flow-control
// window lets them go. A frame that is larger than the window is split.
package main

import (
	"fmt"
	"strings"

	"google.golang.org/grpc/mem"
)

type conn interface {
	writeData(p []byte, end bool) error
}

type stream struct {
	queue  []mem.Buffer
	window int
	ended  bool
	out    conn
}

// write takes the buffer over, and sends what the window allows.
func (s *stream) write(buf mem.Buffer) error {
	if s.ended {
		buf.Free()
		return fmt.Errorf("write after end of stream")
	}
	s.queue = append(s.queue, buf)
	return s.pump()
}

func (s *stream) grant(n int) error {
	s.window += n
	return s.pump()
}

func (s *stream) end() error {
	s.ended = true
	return s.pump()
}

func (s *stream) pump() error {
	for len(s.queue) > 0 && s.window > 0 {
		head, rest := s.queue[0], s.queue[1:]
		if head.Len() > s.window {
			left := head.Slice(0, s.window)
			right := head.Slice(s.window, head.Len())
			head.Free()
			s.queue[0] = right
			head = left
		} else {
			s.queue[0] = nil
			s.queue = rest
		}
		if err := s.flush(head); err != nil {
			return err
		}
	}
	return nil
}

// flush writes the frame and frees it.
func (s *stream) flush(frame mem.Buffer) error {
	defer frame.Free()
	s.window -= frame.Len()
	return s.out.writeData(frame.ReadOnlyData(), s.ended && len(s.queue) == 0)
}

func (s *stream) reset() {
	for _, buf := range s.queue {
		buf.Free()
	}
	s.queue, s.ended = nil, true
}

type recorder struct {
	frames []string
	limit  int
}

func (r *recorder) writeData(p []byte, end bool) error {
	if len(r.frames) == r.limit {
		return fmt.Errorf("connection is gone after %d frames", r.limit)
	}
	r.frames = append(r.frames, fmt.Sprintf("%d:%c:%t", len(p), p[0], end))
	return nil
}

func run(limit int) {
	pool := mem.NewTieredBufferPool(256, 4096)
	rec := &recorder{limit: limit}
	s := &stream{window: 2000, out: rec}
	defer s.reset()
	for _, letter := range []string{"a", "b", "c"} {
		if err := s.write(mem.Copy([]byte(strings.Repeat(letter, 1500)), pool)); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := s.grant(700); err != nil {
		fmt.Println(err)
		return
	}
	if err := s.end(); err != nil {
		fmt.Println(err)
	}
	if err := s.grant(5000); err != nil {
		fmt.Println(err)
	}
	fmt.Println(s.write(mem.Copy([]byte("late"), pool)))
	fmt.Println(rec.frames)
}

func main() {
	run(100)
	run(2)
}
