// truth: correct

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// counting counts the buffers that are out of the pool.
type counting struct {
	mem.BufferPool
	out atomic.Int32
}

func (c *counting) Get(n int) *[]byte {
	c.out.Add(1)
	return c.BufferPool.Get(n)
}

func (c *counting) Put(b *[]byte) {
	c.out.Add(-1)
	c.BufferPool.Put(b)
}

var errFrame = errors.New("bad frame")

type frame struct {
	kind byte
	body mem.BufferSlice
}

type stream struct {
	pool *counting
	r    io.Reader
	max  int
}

// recv reads one frame, whose body the caller frees.
func (s *stream) recv() (frame, error) {
	var head [5]byte
	if _, err := io.ReadFull(s.r, head[:]); err != nil {
		return frame{}, err
	}
	n := int(binary.BigEndian.Uint32(head[1:]))
	if n > s.max {
		return frame{}, fmt.Errorf("%w: %d bytes", errFrame, n)
	}
	body, err := mem.ReadAll(io.LimitReader(s.r, int64(n)), s.pool)
	if err != nil {
		body.Free()
		return frame{}, err
	}
	if body.Len() != n {
		body.Free()
		return frame{}, io.ErrUnexpectedEOF
	}
	return frame{head[0], body}, nil
}

// mirror keeps the latest settlement files for replay.
type mirror struct {
	kept []mem.BufferSlice
}

func (m *mirror) keep(b mem.BufferSlice) {
	b.Ref()
	if len(m.kept) == 2 {
		m.kept[0].Free()
		m.kept = append(m.kept[:0], m.kept[1])
	}
	m.kept = append(m.kept, b)
}

func (m *mirror) drain() (n int) {
	for _, b := range m.kept {
		n += b.Len()
		b.Free()
	}
	m.kept = nil
	return n
}

func sum(b mem.BufferSlice) (total int, err error) {
	r := b.Reader()
	defer r.Close()
	for {
		c, err := r.ReadByte()
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return 0, err
		}
		total += int(c)
	}
}

func main() {
	pr, pw := io.Pipe()
	go func() {
		for i, n := range []int{4000, 10, 9000, 2000} {
			head := binary.BigEndian.AppendUint32([]byte{byte(i)}, uint32(n))
			pw.Write(append(head, make([]byte, n-1)...))
			pw.Write([]byte{byte(i)})
		}
		pw.Write([]byte{9, 0, 0, 10, 0, 1, 2})
		pw.Close()
	}()
	s := &stream{pool: &counting{BufferPool: mem.DefaultBufferPool()}, r: pr, max: 1 << 16}
	m := &mirror{}
	for {
		f, err := s.recv()
		if err != nil {
			fmt.Println(err)
			break
		}
		n, err := sum(f.body)
		fmt.Println(f.kind, f.body.Len(), n, err)
		if f.kind%2 == 0 {
			m.keep(f.body)
		}
		f.body.Free()
	}
	fmt.Println(m.drain(), "out:", s.pool.out.Load())
}
