package main

import (
	"sync"
	"sync/atomic"
)

type point struct{ x, y int }

type hits struct{ pts []point }

var (
	made     atomic.Int64
	hitLists = sync.Pool{New: func() any { made.Add(1); return &hits{pts: make([]point, 0, 32)} }}
)

func acquireHits() *hits {
	h := hitLists.Get().(*hits)
	h.pts = h.pts[:0]
	return h
}

func (h *hits) nearest(x, y int) (best point, d int) {
	d = 1 << 30
	for _, p := range h.pts {
		if q := (p.x-x)*(p.x-x) + (p.y-y)*(p.y-y); q < d {
			best, d = p, q
		}
	}
	return best, d
}

func releaseHits(h *hits) {
	if cap(h.pts) <= 1024 {
		hitLists.Put(h)
	}
}
