package exchanged

// The window is read, and never freed.
func neverFreed(n int) int {
	w := newWindow() // want "leak: "
	w.total += n
	return w.total
}

// The window that exchange has freed is freed again.
func freedTwice(n int) int {
	a := &aggregator{cur: newWindow()}
	old := a.cur
	old.total += n
	a.exchange()
	old.free() // want "double-release: "
	n = a.cur.total
	a.cur.free()
	return n
}

// The second window is freed twice.
func closedTwice(n int) int {
	a := &aggregator{cur: newWindow()}
	a.observe(n)
	a.exchange()
	last := a.cur
	n += last.total
	a.cur.free()
	last.free() // want "double-release: "
	return n
}

// The total of the old window is read after it was freed.
func totalLate(n int) int {
	a := &aggregator{cur: newWindow()}
	old := a.cur
	old.total += n
	a.exchange()
	a.cur.free()
	return old.total // want "use-after-release: "
}
