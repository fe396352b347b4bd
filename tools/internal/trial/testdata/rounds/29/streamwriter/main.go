// truth: zero-ref line 89 callee

// Command streamwriter coalesces the small messages of a stream into frames,
// within a flow control window.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type outFrame struct {
	payload  []byte
	messages int
}

func (f *outFrame) Reset() {
	f.payload = f.payload[:0]
	f.messages = 0
}

var outFrames = rcpool.Pool[outFrame]{Name: "stream.frames"}

var errWindow = errors.New("stream: the window is exhausted")

type stream struct {
	id      int
	w       io.Writer
	window  int
	max     int
	pending rcpool.Ref[outFrame]
	frames  int
}

// writeFrame takes over the frame.
func (s *stream) writeFrame(ref rcpool.Ref[outFrame]) error {
	defer ref.Release()
	f := ref.Value()
	if len(f.payload) > s.window {
		return errWindow
	}
	if _, err := fmt.Fprintf(s.w, "%d:%d:%s;", s.id, f.messages, f.payload); err != nil {
		return err
	}
	s.window -= len(f.payload)
	s.frames++
	return nil
}

// Flush writes the pending frame, if there is one.
func (s *stream) Flush() error {
	if s.pending.IsZero() {
		return nil
	}
	return s.writeFrame(rcpool.Move(&s.pending))
}

// frame returns the pending frame, with room for n bytes. The caller borrows it.
func (s *stream) frame() *outFrame {
	if s.pending.IsZero() {
		s.pending = outFrames.Get()
	}
	return s.pending.Value()
}

func (s *stream) Send(message string) error {
	f := s.frame()
	if len(f.payload)+len(message) > s.max && f.messages > 0 {
		if err := s.Flush(); err != nil {
			return err
		}
		f = s.frame()
	}
	f.payload = append(f.payload, message...)
	f.messages++
	return nil
}

// SendUrgent writes a message at once, after what is pending.
func (s *stream) SendUrgent(message string) error {
	if err := s.Send(message); err != nil {
		return err
	}
	if err := s.Flush(); err != nil {
		return fmt.Errorf("%d messages not sent: %w", s.pending.Value().messages, err)
	}
	return nil
}

// Close writes what is pending. It must be called once.
func (s *stream) Close() error {
	err := s.Flush()
	fmt.Fprintf(s.w, "%d:end;", s.id)
	return err
}

func (s *stream) grant(n int) { s.window += n }

func main() {
	var wire strings.Builder
	s := &stream{id: 3, w: &wire, window: 40, max: 16}
	for _, m := range []string{"alpha", "beta", "gamma", "delta"} {
		if err := s.Send(m); err != nil {
			panic(err)
		}
	}
	if err := s.SendUrgent("now!"); err != nil {
		panic(err)
	}
	s.grant(10)
	for _, m := range []string{"epsilon", "zeta", strings.Repeat("long", 8)} {
		if err := s.Send(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.SendUrgent("late"))
	fmt.Println(s.Close(), s.frames, wire.Len())
}
