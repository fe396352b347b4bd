// truth: use-after-release line 68 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var (
	errUnavailable = errors.New("unavailable")
	errGiveUp      = errors.New("gave up")
)

type stream struct {
	fails    int
	received int
	spilled  bytes.Buffer
}

// write sends a message down the stream.
func (s *stream) write(msg mem.BufferSlice) error {
	defer msg.Free()
	if s.fails > 0 {
		s.fails--
		return errUnavailable
	}
	r := msg.Reader()
	defer r.Close()
	n, err := io.Copy(io.Discard, r)
	s.received += int(n)
	return err
}

// spill keeps a message for the time after the outage.
func (s *stream) spill(msg mem.BufferSlice) {
	for _, b := range msg {
		s.spilled.Write(b.ReadOnlyData())
	}
}

type client struct {
	pool    mem.BufferPool
	streams []*stream
}

func (c *client) encode(parts ...string) mem.BufferSlice {
	var msg mem.BufferSlice
	w := mem.NewWriter(&msg, c.pool)
	for _, p := range parts {
		io.WriteString(w, p)
	}
	return msg
}

// call sends the parts to a stream, or spills them for it.
func (c *client) call(to int, parts ...string) error {
	if to >= len(c.streams) {
		return fmt.Errorf("no stream %d: %w", to, errGiveUp)
	}
	s := c.streams[to]
	msg := c.encode(parts...)
	err := s.write(msg)
	if errors.Is(err, errUnavailable) {
		s.spill(msg)
		return nil
	}
	return err
}

func main() {
	c := &client{pool: mem.DefaultBufferPool(), streams: []*stream{{}, {fails: 1}}}
	big := string(bytes.Repeat([]byte("metric "), 400))
	fmt.Println(c.call(0, "head", big))
	fmt.Println(c.call(7, big))
	for range 2 {
		fmt.Println(c.call(1, big, big))
	}
	for _, s := range c.streams {
		fmt.Println(s.received, s.spilled.Len())
	}
}
