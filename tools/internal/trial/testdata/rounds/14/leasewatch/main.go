// truth: escape line 62 hard

// Command leasewatch tells watchers about expiring leases of a coordination service.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type lease struct {
	ID   int
	Keys []string
}

func (l *lease) Reset() {
	clear(l.Keys)
	*l = lease{Keys: l.Keys[:0]}
}

var leases = rcpool.Pool[lease]{Name: "leases"}

type clock struct {
	mu    sync.Mutex
	now   int
	hooks map[int][]func()
}

func (c *clock) at(tick int, f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hooks[tick] = append(c.hooks[tick], f)
}

func (c *clock) advance() {
	c.mu.Lock()
	c.now++
	due := c.hooks[c.now]
	delete(c.hooks, c.now)
	c.mu.Unlock()
	for _, f := range due {
		f()
	}
}

type server struct {
	clock   *clock
	nextID  int
	expired []string
}

func (s *server) grant(ttl int, keys ...string) int {
	ref := leases.Get()
	defer ref.Release()
	l := ref.Value()
	s.nextID++
	l.ID = s.nextID
	l.Keys = append(l.Keys, keys...)
	if ttl > 0 {
		s.clock.at(s.clock.now+ttl, func() {
			s.expired = append(s.expired, fmt.Sprintf("%d:%d", l.ID, len(l.Keys)))
		})
	}
	return l.ID
}

func main() {
	s := &server{clock: &clock{hooks: map[int][]func(){}}}
	s.grant(1, "a")
	s.grant(2, "b", "c")
	s.grant(0, "forever")
	for range 3 {
		s.clock.advance()
	}
	fmt.Println(s.expired)
}
