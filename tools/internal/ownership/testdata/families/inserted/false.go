package inserted

import "slices"

// The queue has a reference of its own.
func (q *queue) scheduleBoth(at int) int {
	e := events.Get()
	defer e.Release()
	e.Value().at = at
	q.insert(0, e.Retain())
	return e.Value().at
}

// It is released when the queue is full.
func (q *queue) offerOrDrop(at int) error {
	e := events.Get()
	if e.Value().at = at; len(q.list) > 9 {
		e.Release()
		return errFull
	}
	q.insert(len(q.list), e)
	return nil
}

// The first reference is given up when the table has its own.
func (t *table) addOwn(key string) {
	b := newBlob()
	defer b.DecRef()
	t.put(0, key, b)
}

// A local list is emptied by a loop.
func sorted(times []int) (all []int) {
	q := &queue{}
	defer q.drop()
	for _, at := range times {
		i, _ := slices.BinarySearch(times, at)
		e := events.Get()
		e.Value().at = at
		q.list = slices.Insert(q.list, min(i, len(q.list)), e)
	}
	for _, e := range q.list {
		all = append(all, e.Value().at)
	}
	return all
}
