// truth: correct

// Digestd answers a line protocol over a connection: each line is hashed and
// compared with what was seen before.
package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"hash"
	"net"
	"strings"
	"sync"
	"time"
)

var hashes = sync.Pool{New: func() any { return sha256.New() }}

type conn struct {
	in  *bufio.Reader
	out *bufio.Writer
}

var (
	inPool  = sync.Pool{New: func() any { return bufio.NewReader(nil) }}
	outPool = sync.Pool{New: func() any { return bufio.NewWriter(nil) }}
)

func open(c net.Conn) *conn {
	in := inPool.Get().(*bufio.Reader)
	in.Reset(c)
	out := outPool.Get().(*bufio.Writer)
	out.Reset(c)
	return &conn{in, out}
}

func (c *conn) close() error {
	err := c.out.Flush()
	c.in.Reset(nil)
	c.out.Reset(nil)
	inPool.Put(c.in)
	outPool.Put(c.out)
	c.in, c.out = nil, nil
	return err
}

func digest(parts ...string) (sum [sha256.Size]byte) {
	h := hashes.Get().(hash.Hash)
	h.Reset()
	defer hashes.Put(h)
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	h.Sum(sum[:0]) // sum is an array, so this fills it
	return sum
}

type server struct {
	mu   sync.Mutex
	seen map[[sha256.Size]byte]int
}

func (s *server) serve(nc net.Conn) (err error) {
	defer nc.Close()
	c := open(nc)
	defer func() {
		if cerr := c.close(); err == nil {
			err = cerr
		}
	}()
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			return nil // the client has hung up
		}
		line = strings.TrimSpace(line)
		if line == "quit" {
			return nil
		}
		sum := digest("v1", line)
		s.mu.Lock()
		s.seen[sum]++
		n := s.seen[sum]
		s.mu.Unlock()
		fmt.Fprintf(c.out, "%x %d\n", sum[:4], n)
		if c.in.Buffered() == 0 {
			if err := c.out.Flush(); err != nil {
				return err
			}
		}
	}
}

func main() {
	s := &server{seen: make(map[[sha256.Size]byte]int)}
	var wg sync.WaitGroup
	for range 3 {
		client, remote := net.Pipe()
		wg.Go(func() {
			if err := s.serve(remote); err != nil {
				fmt.Println("serve:", err)
			}
		})
		client.SetDeadline(time.Now().Add(time.Second))
		answers := bufio.NewScanner(client)
		for _, line := range []string{"alpha", "beta", "alpha"} {
			fmt.Fprintln(client, line)
			if answers.Scan() {
				fmt.Println(answers.Text())
			}
		}
		fmt.Fprintln(client, "quit")
		client.Close()
	}
	wg.Wait()
}
