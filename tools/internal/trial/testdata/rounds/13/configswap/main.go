// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

var mapped atomic.Int64

// A snapshot is a version of the routing table.
type snapshot struct {
	count  atomic.Int64
	gen    int
	routes map[string]string
}

func NewSnapshot(gen int, text string) (*snapshot, error) {
	s := &snapshot{gen: gen, routes: map[string]string{}}
	s.count.Store(1)
	mapped.Add(1)
	for _, line := range strings.Split(text, ";") {
		from, to, ok := strings.Cut(line, "=")
		if !ok {
			s.Release()
			return nil, fmt.Errorf("generation %d: bad route %q", gen, line)
		}
		s.routes[from] = to
	}
	return s, nil
}

func (s *snapshot) Retain() { s.count.Add(1) }

func (s *snapshot) Release() {
	if s.count.Add(-1) == 0 {
		s.routes = nil
		mapped.Add(-1)
	}
}

type holder struct {
	mu  sync.RWMutex
	cur *snapshot
}

// current returns the table with a reference for the caller.
func (h *holder) current() *snapshot {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if h.cur == nil {
		return nil
	}
	h.cur.Retain()
	return h.cur
}

func (h *holder) reload(gen int, text string) error {
	s, err := NewSnapshot(gen, text)
	if err != nil {
		return err
	}
	h.mu.Lock()
	old := h.cur
	if old != nil && old.gen >= gen {
		h.mu.Unlock()
		s.Release()
		return errors.New("stale generation")
	}
	h.cur = s
	h.mu.Unlock()
	if old != nil {
		old.Release()
	}
	return nil
}

func (h *holder) route(domain string) string {
	s := h.current()
	if s == nil {
		return "no table"
	}
	defer s.Release()
	if to, ok := s.routes[domain]; ok {
		return to
	}
	return s.routes["*"]
}

func (h *holder) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cur != nil {
		h.cur.Release()
		h.cur = nil
	}
}

func main() {
	h := &holder{}
	fmt.Println(h.route("a.example"))
	fmt.Println(h.reload(1, "*=mx0;a.example=mx1"))
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if !strings.HasPrefix(h.route("a.example"), "mx") {
				fmt.Println("lost route", i)
			}
		}()
	}
	fmt.Println(h.reload(2, "*=mx7;broken"), h.reload(3, "*=mx5"), h.reload(2, "*=mx2"))
	wg.Wait()
	fmt.Println(h.route("a.example"), mapped.Load())
	h.close()
	fmt.Println(mapped.Load())
}
