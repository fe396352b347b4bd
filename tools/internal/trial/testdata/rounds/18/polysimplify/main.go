// truth: wrong-pool line 53 plain
package main

import (
	"fmt"
	"math"
	"sync"
)

type point struct{ x, y float64 }

var (
	rings = sync.Pool{New: func() any { p := make([]point, 0, 4096); return &p }}
	spans = sync.Pool{New: func() any { p := make([]point, 0, 32); return &p }}
)

func dist(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return math.Hypot(p.x-a.x, p.y-a.y)
	}
	return math.Abs(dy*p.x-dx*p.y+b.x*a.y-b.y*a.x) / n
}

// simplify drops the points that lie close to the line of their neighbours and
// returns how many remain, and the bounding box of these.
func simplify(ring []point, tolerance float64) (int, [2]point) {
	kept := rings.Get().(*[]point)
	window := spans.Get().(*[]point)
	out, win := (*kept)[:0], (*window)[:0]
	for _, p := range ring {
		win = append(win, p)
		if len(win) < 3 {
			continue
		}
		if dist(win[1], win[0], win[2]) > tolerance {
			out = append(out, win[1])
			win = append(win[:0], win[1], win[2])
		} else {
			win = append(win[:0], win[0], win[2])
		}
	}
	box := [2]point{{math.Inf(1), math.Inf(1)}, {math.Inf(-1), math.Inf(-1)}}
	for _, p := range out {
		box[0] = point{min(box[0].x, p.x), min(box[0].y, p.y)}
		box[1] = point{max(box[1].x, p.x), max(box[1].y, p.y)}
	}
	n := len(out)
	*kept = out[:0]
	rings.Put(kept)
	*window = win[:0]
	rings.Put(window)
	return n, box
}

func main() {
	ring := make([]point, 0, 360)
	for i := range 360 {
		a := float64(i) * math.Pi / 180
		ring = append(ring, point{math.Cos(a), math.Sin(a)})
	}
	for _, tol := range []float64{1e-9, 1e-4, 1e-3} {
		n, box := simplify(ring, tol)
		fmt.Printf("%g: %d %.2f\n", tol, n, box)
	}
}
