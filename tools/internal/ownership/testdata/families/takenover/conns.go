// Package takenover has connections that take over an object of a pool that a function
// of the same package got for them.
package takenover

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"sync"
)

var errRefused = errors.New("refused")

var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

func getReader(r io.Reader) *bufio.Reader {
	br := readers.Get().(*bufio.Reader)
	br.Reset(r)
	return br
}

// A conn puts its reader back when it is closed.
type conn struct {
	br     *bufio.Reader
	closed chan struct{}
}

type config struct {
	br   *bufio.Reader
	name string
}

func newConn(c config) *conn {
	n := &conn{br: c.br, closed: make(chan struct{})}
	runtime.SetFinalizer(n, func(n *conn) { n.close() })
	return n
}

func (c *conn) close() {
	readers.Put(c.br)
	c.br = nil
}

// A hub makes connections.
type hub struct {
	allow func(*bufio.Reader) bool
	conns []*conn
}

func (h *hub) take(r io.Reader) (*bufio.Reader, error) {
	if r == nil {
		return nil, errRefused
	}
	return getReader(r), nil
}

func (h *hub) accept(br *bufio.Reader) (io.Closer, error) {
	c, err := h.make(br)
	if err != nil {
		return nil, err
	}
	h.conns = append(h.conns, c)
	return closer{c}, nil
}

func (h *hub) make(br *bufio.Reader) (*conn, error) {
	if !h.allow(br) {
		return nil, errRefused
	}
	return &conn{br: br}, nil
}

type closer struct{ c *conn }

func (c closer) Close() error {
	c.c.close()
	return nil
}
