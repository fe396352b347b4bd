// truth: correct
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

var (
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 1024) }}
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1024) }}
)

type conn struct {
	net.Conn
	r *bufio.Reader
	w *bufio.Writer
}

func wrap(c net.Conn) *conn {
	k := &conn{Conn: c, r: readers.Get().(*bufio.Reader), w: writers.Get().(*bufio.Writer)}
	k.r.Reset(c)
	k.w.Reset(c)
	return k
}

func (c *conn) Close() error {
	if c.r == nil {
		return net.ErrClosed
	}
	ferr := c.w.Flush()
	c.r.Reset(nil)
	c.w.Reset(nil)
	readers.Put(c.r)
	writers.Put(c.w)
	c.r, c.w = nil, nil
	return errors.Join(ferr, c.Conn.Close())
}

type kv struct {
	mu   sync.Mutex
	data map[string]string
}

var errQuit = errors.New("quit")

func (s *kv) handle(c *conn) error {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return err
	}
	cmd := strings.Fields(string(line))
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(cmd) == 3 && cmd[0] == "SET":
		s.data[cmd[1]] = cmd[2]
		c.w.WriteString("OK\n")
	case len(cmd) == 2 && cmd[0] == "GET":
		fmt.Fprintf(c.w, "%q\n", s.data[cmd[1]])
	case len(cmd) == 1 && cmd[0] == "QUIT":
		c.w.WriteString("BYE\n")
		return errQuit
	default:
		c.w.WriteString("ERR\n")
	}
	if c.r.Buffered() == 0 {
		return c.w.Flush()
	}
	return nil
}

func (s *kv) serve(nc net.Conn) error {
	c := wrap(nc)
	defer c.Close()
	for {
		switch err := s.handle(c); {
		case errors.Is(err, errQuit), err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

func session(s *kv, script string) (string, error) {
	a, b := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- s.serve(b) }()
	go io.WriteString(a, script)
	out, err := io.ReadAll(a)
	if err != nil {
		return "", err
	}
	a.Close()
	return string(out), <-served
}

func main() {
	s := &kv{data: map[string]string{}}
	for _, script := range []string{"SET a 1\nGET a\nQUIT\n", "GET a\nWHAT\nQUIT\n"} {
		out, err := session(s, script)
		fmt.Printf("%q %v\n", out, err)
	}
}
