// truth: leak line 61 callee

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

type counted struct {
	mem.BufferPool
	out atomic.Int64
}

func (c *counted) Get(n int) *[]byte { c.out.Add(1); return c.BufferPool.Get(n) }
func (c *counted) Put(b *[]byte)     { c.out.Add(-1); c.BufferPool.Put(b) }

var pool = &counted{BufferPool: mem.NewTieredBufferPool(4096, 16384)}

var errBoundary = errors.New("missing boundary")

type reader struct {
	src  *mem.Reader
	line []byte
}

// open begins to read a stored message.
func open(store map[string]mem.BufferSlice, id string) (*reader, error) {
	data, ok := store[id]
	if !ok {
		return nil, fmt.Errorf("no message %q", id)
	}
	return &reader{src: data.Reader()}, nil
}

func (r *reader) next() ([]byte, error) {
	r.line = r.line[:0]
	for {
		c, err := r.src.ReadByte()
		if err == io.EOF && len(r.line) > 0 {
			return r.line, nil
		}
		if err != nil {
			return nil, err
		}
		if c == '\n' {
			return r.line, nil
		}
		r.line = append(r.line, c)
	}
}

func (r *reader) close() error { return r.src.Close() }

func count(store map[string]mem.BufferSlice, id string) (int, error) {
	r, err := open(store, id)
	if err != nil {
		return 0, err
	}
	first, err := r.next()
	if err != nil || !bytes.HasPrefix(first, []byte("--")) {
		return 0, fmt.Errorf("%s: %w", id, errBoundary)
	}
	boundary := string(first)
	parts := 1
	for {
		line, err := r.next()
		if err == io.EOF {
			return parts, r.close()
		}
		if err != nil {
			r.close()
			return 0, err
		}
		if string(line) == boundary {
			parts++
		}
	}
}

func main() {
	text := bytes.Repeat([]byte("some text\n"), 200)
	store := map[string]mem.BufferSlice{
		"m1": {mem.Copy(append([]byte("--b\n"), text...), pool), mem.Copy(append([]byte("--b\n"), text...), pool)},
		"m2": {mem.Copy(text, pool)},
	}
	for _, id := range []string{"m1", "m2", "m3"} {
		n, err := count(store, id)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(id, n)
	}
	for id, data := range store {
		delete(store, id)
		data.Free()
	}
	fmt.Println("out:", pool.out.Load())
}
