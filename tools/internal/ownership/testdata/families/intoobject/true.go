package intoobject

// The object is not put back, and the points are copies.
func (t *tree) snap(x int) (point, bool) {
	h := acquire() // want "leak: "
	t.collect(h, x)
	p, d := h.nearest(x)
	if d > 16 {
		return point{x: x}, false
	}
	return p, true
}

// The object is not put back.
func (t *tree) size() int {
	h := acquire() // want "leak: "
	t.first(h)
	return len(h.pts)
}
