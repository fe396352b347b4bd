// truth: double-release line 68,82 hard

// Command h2streams buffers the data of multiplexed streams until they end.
package main

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/mem"
)

type frameType byte

const (
	frameData frameType = iota
	frameEnd
	frameReset
)

type frame struct {
	stream uint32
	kind   frameType
	data   mem.Buffer // of data frames only; owned by the receiver
}

type stream struct {
	data   mem.BufferSlice
	reset  bool
	window int
}

type Conn struct {
	streams map[uint32]*stream
	window  int
	deliver func(id uint32, body []byte)
}

var errFlow = errors.New("flow control")

func (c *Conn) stream(id uint32) *stream {
	s := c.streams[id]
	if s == nil {
		s = &stream{window: c.window}
		c.streams[id] = s
	}
	return s
}

func (c *Conn) Handle(f frame) error {
	s := c.stream(f.stream)
	switch f.kind {
	case frameData:
		if s.reset {
			f.data.Free()
			return nil
		}
		if f.data.Len() > s.window {
			n := f.data.Len()
			f.data.Free()
			return fmt.Errorf("stream %d: %d bytes: %w", f.stream, n, errFlow)
		}
		s.window -= f.data.Len()
		s.data = append(s.data, f.data)
	case frameReset:
		s.reset = true
		s.data.Free()
	case frameEnd:
		delete(c.streams, f.stream)
		if !s.reset {
			c.deliver(f.stream, s.data.Materialize())
			s.data.Free()
		}
	}
	return nil
}

// Close drops the streams that have not ended.
func (c *Conn) Close() (open int) {
	for id, s := range c.streams {
		s.data.Free()
		delete(c.streams, id)
		open++
	}
	return open
}

func main() {
	pool := mem.DefaultBufferPool()
	data := func(id uint32, c string, n int) frame {
		return frame{id, frameData, mem.Copy([]byte(strings.Repeat(c, n)), pool)}
	}
	c := &Conn{streams: map[uint32]*stream{}, window: 6000, deliver: func(id uint32, body []byte) {
		fmt.Println("stream", id, len(body))
	}}
	for _, f := range []frame{
		data(1, "a", 2000), data(3, "b", 1500), data(1, "c", 2000), data(5, "d", 10),
		{stream: 1, kind: frameEnd}, data(3, "e", 5000), {stream: 3, kind: frameReset}, data(3, "f", 2000),
	} {
		if err := c.Handle(f); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("open", c.Close())
}
