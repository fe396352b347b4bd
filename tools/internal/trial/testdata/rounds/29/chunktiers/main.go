// truth: wrong-pool line 73 plain

// Command chunktiers copies files in chunks whose size depends on that of the
// file, and checks what it has written.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/adler32"
	"io"
	"sync"
)

const (
	smallChunk = 512
	largeChunk = 8 << 10
)

type chunk struct{ data []byte }

var smallChunks = sync.Pool{New: func() any { return &chunk{make([]byte, smallChunk)} }}
var largeChunks = sync.Pool{New: func() any { return &chunk{make([]byte, largeChunk)} }}

type file struct {
	name string
	data []byte
}

type copier struct {
	copied int64
	chunks int
}

var errChecksum = errors.New("checksum differs")

func (c *copier) stream(dst io.Writer, src io.Reader, buf []byte) (sum uint32, err error) {
	h := adler32.New()
	for {
		n, err := src.Read(buf)
		if n > 0 {
			c.chunks++
			h.Write(buf[:n])
			m, werr := dst.Write(buf[:n])
			c.copied += int64(m)
			if werr != nil {
				return 0, werr
			}
		}
		if err == io.EOF {
			return h.Sum32(), nil
		}
		if err != nil {
			return 0, err
		}
	}
}

func (c *copier) copySmall(dst io.Writer, f *file) (uint32, error) {
	buf := smallChunks.Get().(*chunk)
	defer smallChunks.Put(buf)
	return c.stream(dst, bytes.NewReader(f.data), buf.data)
}

func (c *copier) copyLarge(dst io.Writer, f *file) (uint32, error) {
	buf := largeChunks.Get().(*chunk)
	sum, err := c.stream(dst, bytes.NewReader(f.data), buf.data)
	if err != nil {
		largeChunks.Put(buf)
		return 0, fmt.Errorf("%s: %w", f.name, err)
	}
	smallChunks.Put(buf)
	return sum, nil
}

func (c *copier) copy(f *file) (*file, error) {
	var out bytes.Buffer
	do := c.copySmall
	if len(f.data) > 4*smallChunk {
		do = c.copyLarge
	}
	sum, err := do(&out, f)
	if err != nil {
		return nil, err
	}
	if adler32.Checksum(out.Bytes()) != sum {
		return nil, fmt.Errorf("%s: %w", f.name, errChecksum)
	}
	return &file{name: f.name + ".bak", data: out.Bytes()}, nil
}

func main() {
	c := &copier{}
	for i, size := range []int{0, 100, 1500, 3000, 50_000} {
		f := &file{fmt.Sprint("f", i), bytes.Repeat([]byte{byte(i)}, size)}
		g, err := c.copy(f)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.name, len(g.data))
	}
	fmt.Println(c.copied, c.chunks > 8)
}
