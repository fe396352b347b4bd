package neighbours

// The second time there is nothing.
func clearTwice() {
	r := newRing()
	defer r.clear()
	r.push(pages.Get())
	r.clear()
}

// Each time another one is the last.
func (r *ring) dropTwo() {
	if r.size >= 2 {
		r.evict(r.root.prev)
		r.evict(r.root.prev)
	}
}

// The first one goes, and then all.
func (r *ring) dropFirst() {
	if r.size > 0 {
		r.evict(r.root.next)
	}
	r.clear()
}

// The numbers are added before the last one goes.
func (r *ring) sum() (n int) {
	for e := r.root.next; e != &r.root; e = e.next {
		n += e.page.Value().no
	}
	if r.size > 0 {
		r.evict(r.root.prev)
	}
	return n
}

// What is first now is used.
func (r *ring) second() int {
	if r.size < 2 {
		return 0
	}
	r.evict(r.root.next)
	return r.root.next.page.Value().no
}
