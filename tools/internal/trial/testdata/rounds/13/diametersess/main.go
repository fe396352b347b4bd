// truth: double-release line 63 callee
package main

import (
	"fmt"
	"sync/atomic"
)

// A conn is a connection to a Diameter peer, shared by sessions.
type conn struct {
	refs   atomic.Int32
	peer   string
	closed *int
}

func newConn(peer string, closed *int) *conn {
	c := &conn{peer: peer, closed: closed}
	c.refs.Store(1)
	return c
}

func (c *conn) IncRef() { c.refs.Add(1) }

func (c *conn) DecRef() {
	switch n := c.refs.Add(-1); {
	case n == 0:
		*c.closed++
	case n < 0:
		panic("diameter: connection " + c.peer + " has no references")
	}
}

type session struct {
	id     string
	peer   *conn
	ended  bool
	charge int
}

func open(id string, c *conn) *session {
	c.IncRef()
	return &session{id: id, peer: c}
}

func (s *session) update(units int) error {
	if units < 0 {
		s.end()
		return fmt.Errorf("session %s: negative units", s.id)
	}
	s.charge += units
	return nil
}

func (s *session) end() {
	s.ended = true
	s.peer.DecRef()
}

func charge(c *conn, id string, units ...int) (int, error) {
	s := open(id, c)
	for _, u := range units {
		if err := s.update(u); err != nil {
			s.end()
			return 0, err
		}
	}
	total := s.charge
	s.end()
	return total, nil
}

func main() {
	closed := 0
	c := newConn("ocs.example.net", &closed)
	fmt.Println(charge(c, "s1", 10, 20, 5))
	fmt.Println(charge(c, "s2", 7, -1, 4))
	fmt.Println(charge(c, "s3"))
	c.DecRef()
	fmt.Println("closed", closed)
}
