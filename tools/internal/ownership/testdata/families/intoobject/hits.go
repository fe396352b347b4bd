// Package intoobject has functions that put something of their own into a pooled object, and
// functions that put the object into something of their own.
package intoobject

import "sync"

type point struct{ x, y int }

type hits struct{ pts []point }

var hitLists = sync.Pool{New: func() any { return new(hits) }}

func acquire() *hits {
	h := hitLists.Get().(*hits)
	h.pts = h.pts[:0]
	return h
}

func release(h *hits) {
	if cap(h.pts) <= 1024 {
		hitLists.Put(h)
	}
}

func (h *hits) nearest(x int) (best point, d int) {
	d = 1 << 30
	for _, p := range h.pts {
		if q := (p.x - x) * (p.x - x); q < d {
			best, d = p, q
		}
	}
	return best, d
}

type tree struct {
	cells map[int][]point
	lists [][]point
	last  []*hits
}

// collect appends points of the tree.
func (t *tree) collect(h *hits, x int) {
	for d := -1; d <= 1; d++ {
		h.pts = append(h.pts, t.cells[x+d]...)
	}
}

// first appends the first list of the tree.
func (t *tree) first(h *hits) {
	for _, list := range t.lists {
		h.pts = append(h.pts, list...)
	}
}

// remember keeps the object.
func (t *tree) remember(h *hits) {
	for d := range t.cells {
		h.pts = append(h.pts, t.cells[d]...)
	}
	t.last = append(t.last, h)
}

func (t *tree) count(x int) int {
	h := acquire()
	defer release(h)
	t.collect(h, x)
	return len(h.pts)
}
