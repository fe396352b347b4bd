// Package neverset has flags that nobody sets, and flags that somebody does.
package neverset

import (
	"errors"
	"sync"
)

var errEmpty = errors.New("empty line")

// A conn is never broken.
type conn struct {
	pending []string
	broken  bool
}

var conns = sync.Pool{New: func() any { return new(conn) }}

func put(c *conn) {
	if c.broken {
		return
	}
	clear(c.pending)
	c.pending = c.pending[:0]
	conns.Put(c)
}

func (c *conn) send(line string) error {
	if line == "" {
		return errEmpty
	}
	return nil
}

// flush puts the conn back, whatever happens.
func flush(c *conn) error {
	defer put(c)
	for _, line := range c.pending {
		if err := c.send(line); err != nil {
			return err
		}
	}
	return nil
}

func (c *conn) usable() bool { return !c.broken }

func giveBack(c *conn) {
	if c.usable() {
		clear(c.pending)
		c.pending = c.pending[:0]
		conns.Put(c)
	}
}

// A line may be closed by its peer.
type line struct {
	words  []string
	closed bool
}

var lines = sync.Pool{New: func() any { return new(line) }}

func (l *line) put() {
	if l.closed {
		return
	}
	clear(l.words)
	l.words = l.words[:0]
	lines.Put(l)
}

func (l *line) hangUp() { l.closed = true }

// A state is what a link is made of.
type state struct {
	words []string
	lost  bool
}

type link state

var links = sync.Pool{New: func() any { return (*link)(&state{lost: len(names) > 0}) }}

var names []string

func (l *link) put() {
	if l.lost {
		return
	}
	clear(l.words)
	l.words = l.words[:0]
	links.Put(l)
}
