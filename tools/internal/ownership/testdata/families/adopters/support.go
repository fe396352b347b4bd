package adopters

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type record struct{ size int }

var records rcpool.Pool[record]

// A scope owns references until it is closed.
type scope struct {
	mu   sync.Mutex
	refs []rcpool.Ref[record]
	last rcpool.Ref[record]
}

func (s *scope) adopt(r rcpool.Ref[record]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refs = append(s.refs, r)
}

func adopt(s *scope, r rcpool.Ref[record]) { s.adopt(r) }

func (s *scope) close() {
	for _, r := range s.refs {
		r.Release()
	}
	s.refs = nil
}

var registry = map[string]rcpool.Ref[record]{}

func register(name string, r rcpool.Ref[record]) { registry[name] = r }

func consume(r rcpool.Ref[record]) int {
	defer r.Release()
	return r.Value().size
}

func publish(to chan<- rcpool.Ref[record], r rcpool.Ref[record]) { to <- r }

func inBackground(r rcpool.Ref[record]) {
	go func() {
		defer r.Release()
		r.Value().size++
	}()
}
