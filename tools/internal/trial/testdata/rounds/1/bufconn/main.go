// truth: double-release line 43,74,80 hard

// Command bufconn greets clients over connections that buffer their output.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
)

var outputs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errClosed = errors.New("connection is closed")

// A conn owns its output until it is closed.
type conn struct {
	w    io.Writer
	out  *bytes.Buffer
	peer string
}

func open(w io.Writer, peer string, out *bytes.Buffer) *conn {
	return &conn{w: w, out: out, peer: peer}
}

func (c *conn) line(format string, args ...any) error {
	if c.out == nil {
		return errClosed
	}
	fmt.Fprintf(c.out, format+"\r\n", args...)
	return nil
}

func (c *conn) Close() error {
	if c.out == nil {
		return errClosed
	}
	outputs.Put(c.out)
	c.out = nil
	return nil
}

func (c *conn) flush() error {
	if c.out == nil {
		return errClosed
	}
	_, err := c.out.WriteTo(c.w)
	return err
}

type server struct {
	domain string
	banned []string
}

func (s *server) allowed(peer string) bool {
	for _, b := range s.banned {
		if strings.HasSuffix(peer, b) {
			return false
		}
	}
	return true
}

func (s *server) greet(w io.Writer, peer string) error {
	out := outputs.Get().(*bytes.Buffer)
	out.Reset()
	c := open(w, peer, out)
	defer c.Close()
	if !s.allowed(peer) {
		c.line("550 %s is not welcome here", c.peer)
		if err := c.flush(); err != nil {
			return err
		}
		outputs.Put(out)
		return fmt.Errorf("%s is banned", c.peer)
	}
	for _, text := range []string{s.domain, "PIPELINING", "8BITMIME"} {
		if err := c.line("250-%s", text); err != nil {
			return err
		}
	}
	if err := c.line("250 HELP"); err != nil {
		return err
	}
	return c.flush()
}

func main() {
	s := &server{domain: "mx.example.com", banned: []string{".bad.example"}}
	var w strings.Builder
	if err := s.greet(&w, "a.good.example"); err != nil {
		log.Fatal(err)
	}
	if err := s.greet(&w, "x.bad.example"); err == nil {
		log.Fatal("no error")
	}
	fmt.Print(w.String())

	a, b := outputs.Get().(*bytes.Buffer), outputs.Get().(*bytes.Buffer)
	if a == b {
		log.Fatal("a buffer has two owners")
	}
	outputs.Put(a)
	outputs.Put(b)
}
