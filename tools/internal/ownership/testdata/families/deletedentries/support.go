// Package deletedentries has maps and channels that own what is in them, and functions that
// remove some of it.
package deletedentries

import (
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User string
	Seen int
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

func get(user string) rcpool.Ref[Session] {
	s := sessions.Get()
	s.Value().User = user
	return s
}

// A conn counts its references itself.
type conn struct {
	refs atomic.Int32
	addr string
	idle bool
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

func (c *conn) isIdle() bool { return c.idle }

// A table has sessions of its own.
type table struct {
	mu   sync.Mutex
	byID map[int]rcpool.Ref[Session]
}

// An entry has as many references as it has users, none at first.
type entry struct {
	refs int
	name string
}

func NewEntry(name string) *entry { return &entry{name: name} }

func (e *entry) Retain() { e.refs++ }

func (e *entry) Release() { e.refs-- }
