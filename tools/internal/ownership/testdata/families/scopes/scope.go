// Package scopes has a list of functions that release what was leased, at the end of a scope. A
// scope that has ended calls them at once.
package scopes

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type bitmap struct{ w int }

var bitmaps rcpool.Pool[bitmap]

type scope struct {
	mu       sync.Mutex
	cleanups []func()
	ended    bool
}

func (s *scope) onEnd(f func()) {
	s.mu.Lock()
	if !s.ended {
		s.cleanups = append(s.cleanups, f)
		s.mu.Unlock()
		return
	}
	s.mu.Unlock()
	f()
}

// offer reports whether the scope will call the function.
func (s *scope) offer(f func()) bool {
	if s.ended {
		f()
		return false
	}
	s.cleanups = append(s.cleanups, f)
	return true
}

func (s *scope) end() {
	s.mu.Lock()
	todo := s.cleanups
	s.cleanups, s.ended = nil, true
	s.mu.Unlock()
	for i := len(todo) - 1; i >= 0; i-- {
		todo[i]()
	}
}

type keeper struct{ ref rcpool.Ref[bitmap] }
