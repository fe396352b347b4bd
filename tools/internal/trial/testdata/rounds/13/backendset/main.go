// truth: leak line 49,55 hard
package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

// A backend is shared by the set that lists it and the requests that use it.
type backend struct {
	refs atomic.Int64
	addr string
	hits atomic.Int64
	live *atomic.Int64
}

func NewBackend(addr string, live *atomic.Int64) *backend {
	b := &backend{addr: addr, live: live}
	b.refs.Store(1)
	live.Add(1)
	return b
}

func (b *backend) Retain() { b.refs.Add(1) }

func (b *backend) Release() {
	if b.refs.Add(-1) == 0 {
		b.live.Add(-1)
	}
}

type set struct {
	mu   sync.Mutex
	all  map[string]*backend
	keys []string
	next int
}

// apply makes the set what the configuration says.
func (s *set) apply(addrs []string, live *atomic.Int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	want := make(map[string]bool, len(addrs))
	for _, a := range addrs {
		want[a] = true
		if _, ok := s.all[a]; !ok {
			s.all[a] = NewBackend(a, live)
		}
	}
	s.keys = s.keys[:0]
	for a := range s.all {
		if !want[a] {
			delete(s.all, a)
			continue
		}
		s.keys = append(s.keys, a)
	}
	sort.Strings(s.keys)
}

func (s *set) pick() *backend {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.all[s.keys[s.next%len(s.keys)]]
	s.next++
	b.Retain()
	return b
}

func (s *set) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for a, b := range s.all {
		delete(s.all, a)
		b.Release()
	}
}

func main() {
	var live atomic.Int64
	s := &set{all: map[string]*backend{}}
	s.apply([]string{"a:80", "b:80", "c:80"}, &live)
	for range 6 {
		b := s.pick()
		b.hits.Add(1)
		b.Release()
	}
	s.apply([]string{"b:80", "d:80"}, &live)
	fmt.Println(s.keys)
	s.close()
	fmt.Println("live", live.Load())
}
