// Package followed has pointers that are not nil because they were followed, and guards
// against a second call that ask for nil.
package followed

import (
	"net"
	"sync"

	"github.com/rcpool/rcpool"
)

type link struct {
	conn net.Conn
	used int
}

var links rcpool.Pool[link]

type client struct {
	slots chan struct{}

	mu     sync.Mutex
	idle   []rcpool.Ref[link]
	closed bool
}

type lease struct {
	c    *client
	link rcpool.Ref[link]
}

func (c *client) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

func (c *client) checkout() (*lease, error) {
	select {
	case c.slots <- struct{}{}:
	default:
		return nil, net.ErrClosed
	}
	l := links.Get()
	l.Value().used++
	return &lease{c, l}, nil
}
