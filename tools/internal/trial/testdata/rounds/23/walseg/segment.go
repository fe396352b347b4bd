package main

import (
	"sync"
	"sync/atomic"
)

// A Segment is a part of a log. Readers keep it alive after it was dropped.
type Segment struct {
	base    int
	entries [][]byte
	mu      sync.RWMutex
	refs    atomic.Int64
	onFree  func(base int)
}

func NewSegment(base int, onFree func(int)) *Segment {
	s := &Segment{base: base, onFree: onFree}
	s.refs.Store(1)
	return s
}

func (s *Segment) Retain() { s.refs.Add(1) }

func (s *Segment) Release() {
	if s.refs.Add(-1) == 0 {
		s.entries = nil
		s.onFree(s.base)
	}
}

func (s *Segment) append(e []byte) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries = append(s.entries, e)
	return len(s.entries)
}

func (s *Segment) at(i int) ([]byte, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if i >= len(s.entries) {
		return nil, false
	}
	return s.entries[i], true
}
