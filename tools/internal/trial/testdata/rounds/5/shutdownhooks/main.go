// truth: escape line 40 hard
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Conn struct {
	Peer string
	Sent int
}

// Lifecycle runs hooks when the server stops, the latest first.
type Lifecycle struct{ hooks []func() string }

func (l *Lifecycle) OnStop(hook func() string) { l.hooks = append(l.hooks, hook) }

func (l *Lifecycle) Stop() (out []string) {
	for i := len(l.hooks) - 1; i >= 0; i-- {
		out = append(out, l.hooks[i]())
	}
	l.hooks = nil
	return out
}

type Server struct {
	conns rcpool.Pool[Conn]
	life  *Lifecycle
	limit int
}

func (s *Server) serve(peer string, requests ...string) error {
	conn := s.conns.Get()
	defer conn.Release()
	c := conn.Value()
	c.Peer = peer
	s.life.OnStop(func() string {
		return fmt.Sprintf("bye %s after %d bytes", c.Peer, c.Sent)
	})
	for _, r := range requests {
		if len(r) > s.limit {
			return fmt.Errorf("%s: request of %d bytes", c.Peer, len(r))
		}
		c.Sent += len(strings.ToUpper(r))
	}
	return nil
}

func main() {
	s := &Server{life: &Lifecycle{}, limit: 8}
	if err := s.serve("10.0.0.1", "get a", "get b"); err != nil {
		fmt.Println(err)
	}
	if err := s.serve("10.0.0.2", "a request that is too long"); err != nil {
		fmt.Println(err)
	}
	lines := s.life.Stop()
	fmt.Println(strings.Join(lines, "\n"))
	if lines[1] != "bye 10.0.0.1 after 10 bytes" {
		panic("lost the peer")
	}
}
