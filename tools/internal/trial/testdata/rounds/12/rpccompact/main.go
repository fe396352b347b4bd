// truth: double-release line 64 callee

package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

const maxMessage = 8000

var errLimit = errors.New("message over the limit")

type compressor struct {
	pool  mem.BufferPool
	saved int
}

// squeeze returns a buffer without runs of spaces in place of in.
func (c *compressor) squeeze(in mem.BufferSlice) (mem.Buffer, error) {
	defer in.Free()
	if in.Len() > maxMessage {
		return nil, errLimit
	}
	out := c.pool.Get(in.Len())
	n, space := 0, false
	for _, b := range in {
		for _, ch := range b.ReadOnlyData() {
			if ch == ' ' && space {
				continue
			}
			space = ch == ' '
			(*out)[n] = ch
			n++
		}
	}
	c.saved += in.Len() - n
	*out = (*out)[:n]
	return mem.NewBuffer(out, c.pool), nil
}

func split(pool mem.BufferPool, data []byte, size int) mem.BufferSlice {
	var bs mem.BufferSlice
	for len(data) > 0 {
		n := min(size, len(data))
		bs = append(bs, mem.Copy(data[:n], pool))
		data = data[n:]
	}
	return bs
}

type stream struct {
	c    *compressor
	sent int
}

func (s *stream) send(payload []byte) error {
	bs := split(s.c.pool, payload, 2048)
	buf, err := s.c.squeeze(bs)
	if err != nil {
		bs.Free()
		return fmt.Errorf("send %d: %w", len(payload), err)
	}
	s.sent += buf.Len()
	buf.Free()
	return nil
}

func main() {
	s := &stream{c: &compressor{pool: mem.NewTieredBufferPool(4096, 16384)}}
	for _, n := range []int{1, 200, 500} {
		if err := s.send(bytes.Repeat([]byte("word    next\n"), 3*n)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.sent, s.c.saved)
}
