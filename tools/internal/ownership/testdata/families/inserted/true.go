package inserted

import (
	"slices"

	"github.com/rcpool/rcpool"
)

// It is given to the queue, and released here.
func (q *queue) schedule(at int) {
	e := events.Get()
	defer e.Release()
	e.Value().at = at
	q.insert(0, e) // want "double-release: "
}

// It is lost when the queue is full.
func (q *queue) offer(at int) error {
	e := events.Get() // want "leak: "
	if e.Value().at = at; len(q.list) > 9 {
		return errFull
	}
	q.insert(0, e)
	return nil
}

// The table has a reference of its own, and the first one is lost.
func (t *table) add(key string) {
	b := newBlob() // want "leak: "
	t.put(0, key, b)
}

// A local list is read, and dropped.
func times(n int) (sum int) {
	var list []rcpool.Ref[event]
	for at := range n {
		e := events.Get() // want "leak: "
		e.Value().at = at
		list = slices.Insert(list, 0, e)
	}
	for _, e := range list {
		sum += e.Value().at
	}
	return sum
}
