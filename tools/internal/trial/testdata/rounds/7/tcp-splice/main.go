// truth: correct

// Command tcp-splice copies both directions of a proxied connection with pooled
// memory, and counts the bytes.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
)

var chunks = sync.Pool{New: func() any {
	b := make([]byte, 512)
	return &b
}}

// plainReader and plainWriter hide WriteTo and ReadFrom, which would not use the
// chunk.
type plainReader struct{ io.Reader }
type plainWriter struct{ io.Writer }

func pump(dst, src net.Conn, total *atomic.Int64) error {
	chunk := chunks.Get().(*[]byte)
	defer chunks.Put(chunk)
	n, err := io.CopyBuffer(plainWriter{dst}, plainReader{src}, *chunk)
	total.Add(n)
	if errors.Is(err, io.ErrClosedPipe) {
		err = nil
	}
	return errors.Join(err, dst.Close())
}

func splice(client, backend net.Conn) (up, down int64, err error) {
	var ups, downs atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, 2)
	wg.Go(func() { errs[0] = pump(backend, client, &ups) })
	wg.Go(func() { errs[1] = pump(client, backend, &downs) })
	wg.Wait()
	return ups.Load(), downs.Load(), errors.Join(errs...)
}

func shout(conn net.Conn) {
	defer conn.Close()
	chunk := chunks.Get().(*[]byte)
	defer func() { chunks.Put(chunk) }()
	for {
		n, err := conn.Read(*chunk)
		for i, c := range (*chunk)[:n] {
			if 'a' <= c && c <= 'z' {
				(*chunk)[i] -= 'a' - 'A'
			}
		}
		if _, werr := conn.Write((*chunk)[:n]); err != nil || werr != nil {
			return
		}
	}
}

func main() {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			user, client := net.Pipe()
			backend, server := net.Pipe()
			go shout(server)
			done := make(chan string)
			go func() {
				up, down, err := splice(client, backend)
				done <- fmt.Sprint(up == down, " ", err)
			}()
			text := strings.Repeat("hello ", 50+i)
			go io.WriteString(user, text)
			got := make([]byte, len(text))
			if _, err := io.ReadFull(user, got); err != nil || string(got) != strings.ToUpper(text) {
				fmt.Println("bad echo:", err)
			}
			user.Close()
			if s := <-done; s != "true <nil>" {
				fmt.Println(s)
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
