// Package neighbours has linked lists whose elements are changed through their neighbours: the
// list itself is a neighbour of the first one.
package neighbours

import "github.com/rcpool/rcpool"

type page struct{ no int }

var pages rcpool.Pool[page]

type entry struct {
	page       rcpool.Ref[page]
	prev, next *entry
}

type ring struct {
	root entry // its next is the first one
	size int
}

func newRing() *ring {
	r := &ring{}
	r.root.prev, r.root.next = &r.root, &r.root
	return r
}

func (r *ring) push(p rcpool.Ref[page]) {
	e := &entry{page: p, prev: &r.root, next: r.root.next}
	e.prev.next, e.next.prev = e, e
	r.size++
}

func (r *ring) unlink(e *entry) {
	e.prev.next, e.next.prev = e.next, e.prev
	e.prev, e.next = nil, nil
	r.size--
}

func (r *ring) evict(e *entry) {
	r.unlink(e)
	e.page.Release()
}

// clear may be called twice.
func (r *ring) clear() {
	for r.root.next != &r.root {
		r.evict(r.root.next)
	}
}
