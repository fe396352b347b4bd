// Package givenback has functions that take a reference over and lend it back, unless a check
// fails that never fails.
package givenback

import "github.com/rcpool/rcpool"

type page struct{ no int }

var pages rcpool.Pool[page]

type lent struct{ ref rcpool.Ref[page] }

func (l lent) Value() *page { return l.ref.Value() }

type scope struct {
	held  []rcpool.Ref[page]
	ended bool
}

func (s *scope) hold(r rcpool.Ref[page]) bool {
	if s.ended {
		return false
	}
	s.held = append(s.held, r)
	return true
}

// adopt hands r over to the scope.
func adopt(s *scope, r rcpool.Ref[page]) lent {
	if !s.hold(r) {
		r.Release()
	}
	return lent{r}
}

func (s *scope) end() {
	for _, r := range s.held {
		r.Release()
	}
	s.held, s.ended = nil, true
}
