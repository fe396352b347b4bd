// truth: correct
package main

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/rcpool/rcpool"
)

type point struct{ lat, lon float64 }

type scratch struct {
	stack []int
	seen  []bool
	grid  *[64]int32 `rcpool:"keep"`
	cost  float64
}

func (s *scratch) Reset() {
	s.stack = s.stack[:0]
	clear(s.seen)
	s.seen = s.seen[:0]
	s.cost = 0
}

var scratches = &rcpool.Pool[scratch]{
	Name: "geo.scratch",
	New:  func() *scratch { return &scratch{grid: new([64]int32)} },
	Keep: func(s *scratch) bool { return cap(s.stack) <= 1<<12 },
}

var errNoRoute = errors.New("no route")

type graph struct {
	at    []point
	edges [][]int
}

func (g *graph) dist(a, b int) float64 {
	p, q := g.at[a], g.at[b]
	return math.Hypot(p.lat-q.lat, p.lon-q.lon)
}

func (g *graph) route(from, to int) (cost float64, err error) {
	err = scratches.With(func(s *scratch) error {
		for range g.at {
			s.seen = append(s.seen, false)
		}
		s.stack = append(s.stack, from)
		for len(s.stack) > 0 {
			n := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			if n == to {
				cost = s.cost
				return nil
			}
			if s.seen[n] {
				continue
			}
			s.seen[n] = true
			s.grid[n%len(s.grid)]++
			for _, m := range g.edges[n] {
				s.cost += g.dist(n, m)
				s.stack = append(s.stack, m)
			}
		}
		return errNoRoute
	})
	if err != nil {
		return 0, fmt.Errorf("%d to %d: %w", from, to, err)
	}
	return cost, nil
}

func main() {
	g := &graph{
		at:    []point{{0, 0}, {0, 1}, {1, 1}, {5, 5}},
		edges: [][]int{{1}, {2, 0}, {1}, {}},
	}
	var wg sync.WaitGroup
	out := make([]string, 4)
	for to := range out {
		wg.Go(func() {
			cost, err := g.route(0, to)
			out[to] = fmt.Sprintf("%.2f %v", cost, err)
		})
	}
	wg.Wait()
	for _, l := range out {
		fmt.Println(l)
	}
	fmt.Println(scratches.Stats().InUse)
}
