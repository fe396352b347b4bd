package intoobject

// The tree has the object.
func (t *tree) keep() int {
	h := acquire()
	t.remember(h)
	return len(h.pts)
}

// The caller gets the points.
func (t *tree) points(x int) []point {
	h := acquire()
	t.collect(h, x)
	return h.pts
}
