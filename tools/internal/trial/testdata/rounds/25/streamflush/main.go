// truth: use-after-release line 69 callee

// Command streamflush batches messages of a gRPC stream into writes.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

var errWindow = errors.New("flow control window exhausted")

type conn struct {
	w      io.Writer
	window int
}

// writev writes the buffers, which it takes over.
func (c *conn) writev(bufs mem.BufferSlice) error {
	defer bufs.Free()
	if n := bufs.Len(); n > c.window {
		return errWindow
	}
	for _, b := range bufs {
		n, err := c.w.Write(b.ReadOnlyData())
		c.window -= n
		if err != nil {
			return err
		}
	}
	return nil
}

type stream struct {
	conn    *conn
	pool    mem.BufferPool
	pending mem.BufferSlice
	limit   int
	log     []string
}

func (s *stream) frame(p []byte) mem.Buffer {
	b := s.pool.Get(4 + len(p))
	binary.BigEndian.PutUint32(*b, uint32(len(p)))
	copy((*b)[4:], p)
	return mem.NewBuffer(b, s.pool)
}

func (s *stream) send(p []byte) error {
	s.pending = append(s.pending, s.frame(p))
	if len(s.pending) < s.limit {
		return nil
	}
	return s.flush()
}

func (s *stream) flush() error {
	batch := s.pending
	s.pending = nil
	if len(batch) == 0 {
		return nil
	}
	if err := s.conn.writev(batch); err != nil {
		s.log = append(s.log, fmt.Sprintf("lost %d bytes in %d frames", batch.Len(), len(batch)))
		return fmt.Errorf("flush: %w", err)
	}
	s.log = append(s.log, fmt.Sprintf("sent %d frames", len(batch)))
	return nil
}

func (s *stream) reset() {
	s.pending.Free()
	s.pending = nil
}

func main() {
	var out strings.Builder
	s := &stream{conn: &conn{w: &out, window: 5000}, pool: mem.NewTieredBufferPool(512, 4096), limit: 2}
	for i := range 5 {
		if err := s.send(make([]byte, 700+i*200)); err != nil {
			fmt.Println(err)
		}
	}
	s.reset()
	fmt.Println(out.Len(), s.log)
	s.send(make([]byte, 4000))
	fmt.Println(s.flush())
}
