// truth: double-release line 62 hard
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

type gauge struct {
	name  string
	value int
}

type statsd struct {
	pool    sync.Pool
	mu      sync.Mutex
	pending []*gauge
	err     error
	w       io.Writer
}

func newStatsd(w io.Writer) *statsd {
	s := &statsd{w: w}
	s.pool.New = func() any { return new(gauge) }
	return s
}

func (s *statsd) set(name string, value int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	g := s.pool.Get().(*gauge)
	g.name, g.value = name, value
	s.pending = append(s.pending, g)
	if len(s.pending) == 4 {
		s.err = s.flush()
	}
	return s.err
}

func (s *statsd) flush() error {
	for i, g := range s.pending {
		_, err := fmt.Fprintf(s.w, "%s:%d|g\n", g.name, g.value)
		s.pool.Put(g)
		if err != nil {
			return fmt.Errorf("%d of %d gauges sent: %w", i, len(s.pending), err)
		}
	}
	s.pending = s.pending[:0]
	return nil
}

// close drops the gauges that are still pending.
func (s *statsd) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.pending {
		s.pool.Put(g)
	}
	s.pending = nil
	return s.err
}

// A pipe fails once.
type pipe struct {
	strings.Builder
	n, bad int
}

func (p *pipe) Write(b []byte) (int, error) {
	if p.n++; p.n == p.bad {
		return 0, io.ErrClosedPipe
	}
	return p.Builder.Write(b)
}

func main() {
	p := &pipe{bad: 2}
	s := newStatsd(p)
	for i, name := range []string{"cpu", "mem", "disk", "net", "load", "temp"} {
		if err := s.set(name, i); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.close())
	fmt.Print(p.String())
	seen := make(map[*gauge]bool)
	for range 8 {
		g := s.pool.Get().(*gauge)
		if seen[g] {
			panic("two owners of one gauge")
		}
		seen[g] = true
	}
}
