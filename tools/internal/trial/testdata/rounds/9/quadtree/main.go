// truth: leak line 32 callee
package main

import (
	"fmt"
)

type tree struct{ cells map[point][]point }

func (t *tree) insert(p point) {
	c := point{p.x / 8, p.y / 8}
	t.cells[c] = append(t.cells[c], p)
}

func (t *tree) collect(h *hits, x, y int) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			h.pts = append(h.pts, t.cells[point{x/8 + dx, y/8 + dy}]...)
		}
	}
}

func (t *tree) count(x, y int) int {
	h := acquireHits()
	defer releaseHits(h)
	t.collect(h, x, y)
	return len(h.pts)
}

// snap moves a point to the nearest one of the drawing.
func (t *tree) snap(x, y int) (point, bool) {
	h := acquireHits()
	t.collect(h, x, y)
	p, d := h.nearest(x, y)
	if d > 16 {
		return point{x, y}, false
	}
	return p, true
}

func main() {
	t := &tree{cells: map[point][]point{}}
	for i := range 100 {
		t.insert(point{i * 3 % 64, i * 7 % 64})
	}
	before := made.Load()
	snapped := 0
	for i := range 200 {
		if _, ok := t.snap(i%64, i/4); ok {
			snapped++
		}
	}
	n := made.Load() - before
	fmt.Println(snapped, t.count(10, 10), "made for 200 snaps:", n)
}
