// Package hooks has lists of functions that are called later, such as when a server
// stops.
package hooks

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Journal has entries.
type Journal struct {
	Name    string
	Entries []string
}

// Reset empties the journal.
func (j *Journal) Reset() { *j = Journal{Entries: j.Entries[:0]} }

var journals rcpool.Pool[Journal]

// A server calls its hooks when it stops.
type server struct {
	mu    sync.Mutex
	hooks []func()
	named map[string]func()
	out   strings.Builder
}

func (s *server) onStop(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks = append(s.hooks, f)
}

func (s *server) onSignal(name string, f func()) { s.named[name] = f }

// stop calls the hooks, last first.
func (s *server) stop() {
	s.mu.Lock()
	hooks := s.hooks
	s.hooks = nil
	s.mu.Unlock()
	for i := len(hooks) - 1; i >= 0; i-- {
		hooks[i]()
	}
}

// forget drops the hooks.
func (s *server) forget() { s.hooks = nil }

func (s *server) note(name string, n int) { fmt.Fprintf(&s.out, "%s has %d\n", name, n) }
