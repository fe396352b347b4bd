// truth: double-release line 54 plain

// Command grpcchunkread receives an object in chunks, checks each one and
// writes the valid ones to a file.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/adler32"
	"io"

	"google.golang.org/grpc/mem"
)

type chunk struct {
	offset int64
	sum    uint32
	data   []byte
}

type source interface{ Recv() (chunk, error) }

type receiver struct {
	pool    mem.BufferPool
	dst     io.WriterAt
	written int64
	resend  []int64
}

var errGap = errors.New("gap in the object")

func (r *receiver) receive(src source) error {
	for {
		c, err := src.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := r.store(c); err != nil {
			return fmt.Errorf("offset %d: %w", c.offset, err)
		}
	}
}

func (r *receiver) store(c chunk) error {
	buf := mem.Copy(c.data, r.pool)
	defer buf.Free()
	if adler32.Checksum(buf.ReadOnlyData()) != c.sum {
		r.resend = append(r.resend, c.offset)
		buf.Free()
		return nil
	}
	if c.offset > r.written {
		return errGap
	}
	n, err := r.dst.WriteAt(buf.ReadOnlyData(), c.offset)
	r.written = max(r.written, c.offset+int64(n))
	return err
}

type file struct{ b []byte }

func (f *file) WriteAt(p []byte, off int64) (int, error) {
	if grow := int(off) + len(p) - len(f.b); grow > 0 {
		f.b = append(f.b, make([]byte, grow)...)
	}
	return copy(f.b[off:], p), nil
}

type replay struct {
	chunks []chunk
	fail   error
}

func (p *replay) Recv() (chunk, error) {
	if len(p.chunks) == 0 {
		if p.fail != nil {
			return chunk{}, p.fail
		}
		return chunk{}, io.EOF
	}
	c := p.chunks[0]
	p.chunks = p.chunks[1:]
	return c, nil
}

func main() {
	var p replay
	for i := range 4 {
		data := bytes.Repeat([]byte{byte('a' + i)}, 2000)
		p.chunks = append(p.chunks, chunk{int64(2000 * i), adler32.Checksum(data), data})
	}
	p.chunks = append(p.chunks, chunk{offset: 1 << 20, sum: 1})
	f := new(file)
	r := &receiver{pool: mem.DefaultBufferPool(), dst: f}
	fmt.Println(r.receive(&p), len(f.b), r.resend)
}
