// truth: use-after-release line 48 callee
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

type codec struct {
	pool mem.BufferPool
	w    io.Writer
}

// encode returns a frame that the caller frees.
func (c *codec) encode(id uint32, text string) mem.Buffer {
	p := binary.BigEndian.AppendUint32(nil, id)
	return mem.Copy(append(p, strings.Repeat(text, 200)...), c.pool)
}

// flush writes the frame and is done with it.
func (c *codec) flush(frame mem.Buffer) (int, error) {
	n, err := c.w.Write(frame.ReadOnlyData())
	frame.Free()
	return n, err
}

type stream struct {
	codec  codec
	window int
}

func (s *stream) send(id uint32, text string) error {
	if s.window <= 0 {
		return fmt.Errorf("frame %d: window is closed", id)
	}
	frame := s.codec.encode(id, text)
	if frame.Len() > 4<<10 {
		frame.Free()
		return fmt.Errorf("frame %d is too large", id)
	}
	n, err := s.codec.flush(frame)
	if err != nil {
		return fmt.Errorf("%d of %d bytes of frame %d: %w", n, frame.Len(), id, err)
	}
	s.window -= n
	return nil
}

type limited struct {
	bytes.Buffer
	max int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.max {
		return 0, io.ErrShortWrite
	}
	return l.Buffer.Write(p)
}

func main() {
	s := &stream{codec{mem.DefaultBufferPool(), &limited{max: 4000}}, 1 << 16}
	defer func() { fmt.Println("recovered:", recover()) }()
	fmt.Println(s.send(1, "hello "))
	fmt.Println(s.send(2, strings.Repeat("x", 30)))
	fmt.Println(s.send(3, "and again "))
	fmt.Println(s.send(4, "world "))
}
