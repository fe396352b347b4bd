// Package unseenentries has maps that own what is in them. A function removes something there and
// has not looked.
package unseenentries

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	No   int
	Data []byte
}

var frames = rcpool.Pool[Frame]{Name: "frames"}

func get(no int) rcpool.Ref[Frame] {
	f := frames.Get()
	f.Value().No = no
	return f
}

// A conn counts its references itself.
type conn struct {
	refs  atomic.Int32
	addr  string
	owner *conns2
}

func NewConn(addr string) *conn {
	c := &conn{addr: addr}
	c.refs.Store(1)
	return c
}

func (c *conn) Retain() { c.refs.Add(1) }

func (c *conn) Release() {
	if c.refs.Add(-1) == 0 {
		c.addr = ""
	}
}

type share struct {
	refs atomic.Int32
	name string
}

func newShare(name string) *share {
	s := &share{name: name}
	s.refs.Store(1)
	return s
}

func (s *share) IncRef() { s.refs.Add(1) }

func (s *share) DecRef() {
	if s.refs.Add(-1) == 0 {
		s.name = ""
	}
}
