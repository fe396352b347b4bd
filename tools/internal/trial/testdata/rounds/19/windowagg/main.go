// truth: correct
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

// A pane holds the partial sums of one slide of a window.
type pane struct {
	start int64
	sums  map[string]float64
}

var panes = rcpool.Pool[pane]{
	Name: "panes",
	New:  func() *pane { return &pane{sums: make(map[string]float64)} },
	Reset: func(p *pane) {
		p.start = 0
		clear(p.sums)
	},
}

// sliding keeps the last size panes in a ring. late counts dropped records.
type sliding struct {
	ring  []rcpool.Ref[pane]
	head  int
	slide int64
	late  int
}

func newSliding(size int, slide int64) *sliding {
	return &sliding{ring: make([]rcpool.Ref[pane], size), slide: slide}
}

func (s *sliding) current() rcpool.Ref[pane] { return s.ring[s.head] }

func (s *sliding) add(ts int64, key string, v float64) {
	start := ts - ts%s.slide
	cur := s.current()
	switch {
	case cur.IsZero():
		s.open(start)
	case start > cur.Value().start:
		s.head = (s.head + 1) % len(s.ring)
		s.open(start)
	case start < cur.Value().start:
		s.late++
		return
	}
	s.current().Value().sums[key] += v
}

// open replaces the pane at the head.
func (s *sliding) open(start int64) {
	rcpool.Drop(&s.ring[s.head])
	p := panes.Get()
	p.Value().start = start
	s.ring[s.head] = p
}

// snapshot returns the panes of the window, oldest first, for the caller to
// release.
func (s *sliding) snapshot() []rcpool.Ref[pane] {
	var out []rcpool.Ref[pane]
	for i := range s.ring {
		if p := s.ring[(s.head+1+i)%len(s.ring)]; !p.IsZero() {
			out = append(out, p.Retain())
		}
	}
	return out
}

func (s *sliding) close() {
	for i := range s.ring {
		rcpool.Drop(&s.ring[i])
	}
}

type result struct {
	from, to int64
	panes    []rcpool.Ref[pane]
}

func emit(in <-chan result, done chan<- []string) {
	var lines []string
	for r := range in {
		total := map[string]float64{}
		for _, p := range r.panes {
			for k, v := range p.Value().sums {
				total[k] += v
			}
			p.Release()
		}
		lines = append(lines, fmt.Sprintf("[%d,%d] %v", r.from, r.to, total))
	}
	slices.Sort(lines)
	done <- lines
}

func main() {
	out, done := make(chan result, 4), make(chan []string)
	go emit(out, done)
	w := newSliding(3, 10)
	for ts := int64(0); ts < 80; ts += 7 {
		w.add(ts, []string{"cpu", "mem"}[ts%2], float64(ts))
		if ts%14 != 0 {
			continue
		}
		// Panes in flight must not change, so emit closed windows only.
		ps := w.snapshot()
		last := ps[len(ps)-1]
		ps = ps[:len(ps)-1]
		last.Release()
		if len(ps) == 0 {
			continue
		}
		out <- result{ps[0].Value().start, ts, ps}
	}
	w.add(1, "cpu", 1)
	close(out)
	fmt.Println(<-done, w.late)
	w.close()
}
