// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"
)

type point struct{ x, y float64 }

type node struct {
	cx, cy, half float64
	points       []point
	kids         []*node
}

func (n *node) insert(p point) {
	if n.kids == nil {
		n.points = append(n.points, p)
		if len(n.points) > 4 && n.half > 1 {
			old := n.points
			n.points = nil
			h := n.half / 2
			for _, d := range [4]point{{-h, -h}, {h, -h}, {-h, h}, {h, h}} {
				n.kids = append(n.kids, &node{cx: n.cx + d.x, cy: n.cy + d.y, half: h})
			}
			for _, q := range old {
				n.insert(q)
			}
		}
		return
	}
	i := 0
	if p.x >= n.cx {
		i |= 1
	}
	if p.y >= n.cy {
		i |= 2
	}
	n.kids[i].insert(p)
}

type scratch struct {
	stack []*node
	hits  []point
}

var scratches = sync.Pool{New: func() any { return &scratch{stack: make([]*node, 0, 32)} }}

func withScratch(f func(*scratch) error) error {
	s := scratches.Get().(*scratch)
	defer func() {
		clear(s.stack[:cap(s.stack)])
		s.stack, s.hits = s.stack[:0], s.hits[:0]
		if cap(s.hits) <= 1024 {
			scratches.Put(s)
		}
	}()
	return f(s)
}

var errOutside = errors.New("outside of the map")

func (n *node) near(s *scratch, at point, r float64) {
	s.stack = append(s.stack, n)
	for len(s.stack) > 0 {
		last := len(s.stack) - 1
		cur := s.stack[last]
		s.stack = s.stack[:last]
		if at.x+r < cur.cx-cur.half || at.x-r > cur.cx+cur.half || at.y+r < cur.cy-cur.half || at.y-r > cur.cy+cur.half {
			continue
		}
		for _, p := range cur.points {
			if dx, dy := p.x-at.x, p.y-at.y; dx*dx+dy*dy <= r*r {
				s.hits = append(s.hits, p)
			}
		}
		s.stack = append(s.stack, cur.kids...)
	}
}

func nearest(root *node, at point, r float64) (found []point, err error) {
	err = withScratch(func(s *scratch) error {
		if at.x < -root.half || at.x > root.half {
			return errOutside
		}
		root.near(s, at, r)
		found = append(found, s.hits...)
		return nil
	})
	return found, err
}

func main() {
	root := &node{half: 64}
	for i := range 400 {
		root.insert(point{float64(i*37%128) - 64, float64(i*53%128) - 64})
	}
	var wg sync.WaitGroup
	results := make([]int, 4)
	for g := range results {
		wg.Go(func() {
			for i := range 50 {
				found, err := nearest(root, point{float64(i*3 - 72), float64(g * 10)}, 20)
				if err != nil {
					continue
				}
				results[g] += len(found)
			}
		})
	}
	wg.Wait()
	fmt.Println(results)
}
