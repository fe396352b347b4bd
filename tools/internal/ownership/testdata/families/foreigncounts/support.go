// Package foreigncounts is about objects that unknown code has returned: what they embed counts the
// references, and goroutines get the object around that. And about a list whose methods are called
// by way of an interface.
package foreigncounts

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

var errOdd = errors.New("odd")

type trace struct {
	classic.ReferenceCounter
	mu    sync.Mutex
	spans []string
}

func (t *trace) span(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spans = append(t.spans, name)
}

// A source is a pool, or a fake of one.
type source interface {
	Get() classic.ReferenceCountable
}

var traces source = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable { return &trace{ReferenceCounter: c} },
	func(i any) error {
		i.(*trace).spans = nil
		return nil
	},
)

func begin(s source) *trace { return s.Get().(*trace) }

// A sampler keeps some traces.
type sampler struct {
	mu   sync.Mutex
	kept []*trace
}

func (s *sampler) offer(t *trace, failed bool) {
	if !failed {
		return
	}
	t.IncrementReferenceCount()
	s.mu.Lock()
	s.kept = append(s.kept, t)
	s.mu.Unlock()
}

func (s *sampler) drain() {
	s.mu.Lock()
	kept := s.kept
	s.kept = nil
	s.mu.Unlock()
	for _, t := range kept {
		t.DecrementReferenceCount()
	}
}

// A dropper is the part of a reference that gives it up.
type dropper interface{ Drop() }
