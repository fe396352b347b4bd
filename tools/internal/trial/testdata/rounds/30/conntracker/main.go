// truth: escape line 74 callee

// Command conntracker is a proxy front end that tracks its connections, so
// that an operator can list the slowest ones.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type connState struct {
	id      int
	remote  string
	sent    int64
	scratch []byte
}

func (c *connState) Reset() { *c = connState{scratch: c.scratch[:0]} }

var states = rcpool.Pool[connState]{Name: "proxy.states"}

type monitor struct {
	mu      sync.Mutex
	slowest *connState
	history []string
	accepts int
}

// observe counts a connection and remembers the one that sent least.
func (m *monitor) observe(c *connState) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.accepts++
	if m.slowest == nil || c.sent < m.slowest.sent {
		m.slowest = c
	}
}

// note keeps a line of text about a connection.
func (m *monitor) note(c *connState, what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.history = append(m.history, fmt.Sprintf("%d %s: %s", c.id, c.remote, what))
}

type proxy struct {
	mon    *monitor
	limit  int
	nextID int
}

var errLimit = errors.New("payload is over the limit")

func (p *proxy) handle(remote string, payload []byte) error {
	ref := states.Get()
	defer ref.Release()
	c := ref.Value()
	p.nextID++
	c.id, c.remote = p.nextID, remote
	p.mon.note(c, "open")
	if len(payload) > p.limit {
		p.mon.note(c, "rejected")
		return fmt.Errorf("%s: %w", remote, errLimit)
	}
	c.scratch = append(c.scratch, payload...)
	slices.Reverse(c.scratch)
	c.sent += int64(len(c.scratch))
	p.mon.observe(c)
	p.mon.note(c, "done")
	return nil
}

func main() {
	p := &proxy{mon: new(monitor), limit: 16}
	for remote, size := range map[string]int{"10.0.0.1": 4, "10.0.0.2": 12, "10.0.0.3": 20} {
		if err := p.handle(remote, make([]byte, size)); err != nil {
			fmt.Println(err)
		}
	}
	slices.SortFunc(p.mon.history, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	fmt.Println(len(p.mon.history), p.mon.accepts, p.mon.slowest != nil)
}
