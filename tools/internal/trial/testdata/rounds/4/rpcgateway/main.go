// truth: leak line 47 plain

// Rpcgateway copies requests into gRPC buffers and routes them by method.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	out atomic.Int64
}

func (p *countingPool) Get(n int) *[]byte {
	p.out.Add(1)
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.out.Add(-1)
	p.BufferPool.Put(b)
}

var (
	errMethod = errors.New("unknown method")
	errEmpty  = errors.New("empty request")
)

type Handler func(body []byte) (int, error)

type Gateway struct {
	pool    mem.BufferPool
	methods map[string]Handler
	bytes   int
}

func (g *Gateway) Serve(request []byte) error {
	if len(request) == 0 {
		return errEmpty
	}
	buf := mem.Copy(request, g.pool)
	g.bytes += buf.Len()
	method, body, ok := bytes.Cut(buf.ReadOnlyData(), []byte(" "))
	if !ok {
		buf.Free()
		return errEmpty
	}
	handle, ok := g.methods[string(method)]
	if !ok {
		return fmt.Errorf("%w: %.20s", errMethod, method)
	}
	n, err := handle(body)
	buf.Free()
	if err != nil {
		return fmt.Errorf("after %d bytes: %w", n, err)
	}
	return nil
}

func main() {
	pool := &countingPool{BufferPool: mem.NewTieredBufferPool(4<<10, 32<<10)}
	g := &Gateway{pool: pool, methods: map[string]Handler{
		"sum": func(body []byte) (n int, err error) {
			for _, b := range body {
				n += int(b)
			}
			return n, nil
		},
		"fail": func(body []byte) (int, error) { return len(body), errors.New("backend failed") },
	}}
	pad := string(bytes.Repeat([]byte("x"), 2000))
	for _, r := range []string{"sum " + pad, "fail " + pad, "mul " + pad, pad, ""} {
		fmt.Println(g.Serve([]byte(r)))
	}
	fmt.Println(g.bytes, "buffers out:", pool.out.Load())
}
