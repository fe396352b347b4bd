// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

// countingPool knows how many buffers are out.
type countingPool struct {
	mem.BufferPool
	out int
}

func (p *countingPool) Get(n int) *[]byte {
	p.out++
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.out--
	p.BufferPool.Put(b)
}

// chunk cuts data into parts, which the caller frees.
func chunk(data []byte, size int, pool mem.BufferPool) mem.BufferSlice {
	whole := mem.Copy(data, pool)
	defer whole.Free()
	var parts mem.BufferSlice
	for at := 0; at < whole.Len(); at += size {
		parts = append(parts, whole.Slice(at, min(at+size, whole.Len())))
	}
	return parts
}

// mirror writes the parts to every writer, and stops at the first error.
func mirror(parts mem.BufferSlice, to ...io.Writer) error {
	for _, w := range to {
		r := parts.Reader()
		_, err := io.Copy(w, r)
		if cerr := r.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func flatten(parts mem.BufferSlice, pool mem.BufferPool) string {
	one := parts.MaterializeToBuffer(pool)
	defer one.Free()
	return string(one.ReadOnlyData())
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func send(pool mem.BufferPool, data []byte, to ...io.Writer) error {
	parts := chunk(data, 1500, pool)
	defer parts.Free()
	if err := mirror(parts, to...); err != nil {
		return err
	}
	if flatten(parts, pool) != string(data) {
		panic("the parts differ from the whole")
	}
	return nil
}

func main() {
	pool := &countingPool{BufferPool: mem.DefaultBufferPool()}
	data := bytes.Repeat([]byte("0123456789"), 500)
	var a, b bytes.Buffer
	fmt.Println(send(pool, data, &a, &b), a.Len(), b.Len())
	fmt.Println(send(pool, data, &a, closed{}), a.Len())
	if pool.out != 0 {
		panic(fmt.Sprint(pool.out, " buffers are out"))
	}
}
