// truth: correct

// Command tcpforward copies between two connections in both directions with
// buffers from a pool, and counts the bytes.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

const copySize = 4 << 10

var copyBuffers = sync.Pool{New: func() any {
	b := make([]byte, copySize)
	return &b
}}

type forwarder struct {
	up, down atomic.Int64
	budget   chan struct{} // limits the copies that run
}

// pump copies until src ends, then closes dst.
func (f *forwarder) pump(dst io.WriteCloser, src io.Reader, count *atomic.Int64) error {
	f.budget <- struct{}{}
	buf := copyBuffers.Get().(*[]byte)
	defer func() {
		copyBuffers.Put(buf)
		<-f.budget
		dst.Close()
	}()
	for {
		n, err := src.Read(*buf)
		if n > 0 {
			if _, err := dst.Write((*buf)[:n]); err != nil {
				return fmt.Errorf("write: %w", err)
			}
			count.Add(int64(n))
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed), errors.Is(err, io.ErrClosedPipe):
			return nil
		case err != nil:
			return fmt.Errorf("read: %w", err)
		}
	}
}

func (f *forwarder) serve(client, backend net.Conn) error {
	var g errgroup.Group
	g.Go(func() error { return f.pump(backend, client, &f.up) })
	g.Go(func() error { return f.pump(client, backend, &f.down) })
	return g.Wait()
}

// shout is the backend: it answers each message in upper case.
func shout(conn net.Conn) {
	defer conn.Close()
	box := copyBuffers.Get().(*[]byte)
	defer copyBuffers.Put(box)
	b := *box
	for {
		n, err := conn.Read(b)
		if err != nil {
			return
		}
		for i, c := range b[:n] {
			if 'a' <= c && c <= 'z' {
				b[i] = c - 32
			}
		}
		if _, err := conn.Write(b[:n]); err != nil {
			return
		}
	}
}

func main() {
	f := &forwarder{budget: make(chan struct{}, 4)}
	user, client := net.Pipe()
	backend, app := net.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() { shout(app) })
	wg.Go(func() {
		if err := f.serve(client, backend); err != nil {
			fmt.Println(err)
		}
	})
	for _, word := range []string{"hello", "pool"} {
		io.WriteString(user, word)
		reply := make([]byte, len(word))
		io.ReadFull(user, reply)
		fmt.Printf("%s\n", reply)
	}
	user.Close()
	wg.Wait()
	fmt.Println(f.up.Load(), f.down.Load())
}
