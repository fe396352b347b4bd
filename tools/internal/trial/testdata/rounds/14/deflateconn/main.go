// truth: correct

// Command deflateconn compresses messages of a socket, each as a stream of its own.
package main

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type deflater struct {
	fw *flate.Writer
}

var deflaters = sync.Pool{New: func() any {
	fw, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	return &deflater{fw: fw}
}}

var inflaters = sync.Pool{New: func() any { return flate.NewReader(strings.NewReader("")) }}

type message struct {
	w    *conn
	d    *deflater
	size int
}

type conn struct {
	out  bytes.Buffer
	max  int
	open bool
}

var (
	errOpen   = errors.New("previous message is not finished")
	errTooBig = errors.New("message too big")
	errDone   = errors.New("message is finished")
)

func (c *conn) begin() (*message, error) {
	if c.open {
		return nil, errOpen
	}
	c.open = true
	c.out.Reset()
	d := deflaters.Get().(*deflater)
	d.fw.Reset(&c.out)
	return &message{w: c, d: d}, nil
}

func (m *message) Write(p []byte) (int, error) {
	if m.d == nil {
		return 0, errDone
	}
	if m.size += len(p); m.size > m.w.max {
		m.abort()
		return 0, errTooBig
	}
	return m.d.fw.Write(p)
}

func (m *message) release() {
	d := m.d
	m.d = nil
	m.w.open = false
	d.fw.Reset(io.Discard)
	deflaters.Put(d)
}

func (m *message) abort() {
	m.w.out.Reset()
	m.release()
}

func (m *message) Close() error {
	if m.d == nil {
		return nil
	}
	defer m.release()
	return m.d.fw.Close()
}

func (c *conn) send(parts ...string) error {
	m, err := c.begin()
	if err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := io.WriteString(m, p); err != nil {
			m.Close()
			return err
		}
	}
	return m.Close()
}

func (c *conn) receive() (string, error) {
	fr := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(fr)
	if err := fr.(flate.Resetter).Reset(bytes.NewReader(c.out.Bytes()), nil); err != nil {
		return "", err
	}
	p, err := io.ReadAll(fr)
	return string(p), errors.Join(err, fr.Close())
}

func main() {
	c := &conn{max: 20}
	fmt.Println(c.send("hello, ", "world"))
	fmt.Println(c.receive())
	fmt.Println(c.send("too long", strings.Repeat("x", 30), "rest"))
	m, err := c.begin()
	fmt.Println(err)
	_, err = c.begin()
	fmt.Println(err)
	fmt.Fprint(m, "second")
	fmt.Println(m.Close(), m.Close())
	fmt.Println(c.receive())
}
