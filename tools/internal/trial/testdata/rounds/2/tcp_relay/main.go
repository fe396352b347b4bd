// truth: correct
package main

import (
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

const chunk = 4 << 10

var scratch = sync.Pool{New: func() any {
	b := make([]byte, chunk)
	return &b
}}

// copyAll copies until src ends. It does not use WriterTo, so that the memory
// of a connection is bounded.
func copyAll(dst io.Writer, src io.Reader) (int64, error) {
	buf := scratch.Get().(*[]byte)
	defer scratch.Put(buf)
	return io.CopyBuffer(struct{ io.Writer }{dst}, struct{ io.Reader }{src}, *buf)
}

// header reads up to the first line end and returns the line. What follows
// stays in the connection.
func header(r io.Reader) (string, error) {
	buf := scratch.Get().(*[]byte)
	defer scratch.Put(buf)
	line := (*buf)[:0]
	for len(line) < cap(line) {
		line = line[:len(line)+1]
		if _, err := io.ReadFull(r, line[len(line)-1:]); err != nil {
			return "", err
		}
		if line[len(line)-1] == '\n' {
			return strings.TrimSpace(string(line)), nil
		}
	}
	return "", io.ErrShortBuffer
}

// relay connects both sides until both directions have ended.
func relay(a, b net.Conn) (up, down int64) {
	var wg sync.WaitGroup
	wg.Go(func() {
		up, _ = copyAll(b, a)
		b.Close()
	})
	wg.Go(func() {
		down, _ = copyAll(a, b)
		a.Close()
	})
	wg.Wait()
	return up, down
}

func main() {
	client, front := net.Pipe()
	back, server := net.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() {
		target, err := header(front)
		if err != nil {
			fmt.Println(err)
			return
		}
		up, down := relay(front, back)
		fmt.Println("to", target, "up", up, "down", down)
	})
	wg.Go(func() {
		defer server.Close()
		var got [5]byte
		_, _ = io.ReadFull(server, got[:])
		fmt.Fprintf(server, "echo %s", got)
	})
	fmt.Fprint(client, "CONNECT db:5432\n")
	fmt.Fprint(client, "hello")
	answer, _ := io.ReadAll(client)
	fmt.Printf("%s\n", answer)
	client.Close()
	wg.Wait()
}
