package neighbours

// The element is used after it went.
func (r *ring) evictLate(e *entry) int {
	r.evict(e)
	return e.page.Value().no // want "use-after-release: "
}

// It is given up twice.
func (r *ring) evictTwice(e *entry) {
	r.evict(e)
	e.page.Release() // want "double-release: "
}

// It is used after it was released, and is the first one still.
func (r *ring) firstLate() int {
	r.root.next.page.Release()
	return r.root.next.page.Value().no // want "use-after-release: "
}

// The one that is pushed was released.
func (r *ring) pushLate() {
	p := pages.Get()
	p.Release()
	r.push(p) // missed "double-release: "
}

// One is retained, and lost.
func (r *ring) lose(e *entry) int {
	p := e.page.Retain() // want "leak: "
	r.evict(e)
	return p.Value().no
}
