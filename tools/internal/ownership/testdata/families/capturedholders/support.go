// Package capturedholders is about functions that call a literal by way of another function, such as one
// that holds a mutex: the literal gets at what it has captured, such as the map of the receiver.
package capturedholders

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type call struct{ id int }

var calls = rcpool.Pool[call]{
	New:   func() *call { return new(call) },
	Reset: func(c *call) { c.id = 0 },
}

func with[A, B any](lock sync.Locker, do func() (A, B)) (A, B) {
	lock.Lock()
	defer lock.Unlock()
	return do()
}

func run[A any](do func() A) A {
	return do()
}

// A table owns the calls that wait.
type table struct {
	mu      sync.Mutex
	waiting map[int]rcpool.Ref[call]
}

func newTable() *table { return &table{waiting: map[int]rcpool.Ref[call]{}} }

// take gives the caller one of them.
func (t *table) take(id int) (rcpool.Ref[call], bool) {
	return with(&t.mu, func() (rcpool.Ref[call], bool) {
		ref, ok := t.waiting[id]
		delete(t.waiting, id)
		return ref, ok
	})
}

func (t *table) answer(id int) bool {
	ref, ok := t.take(id)
	if !ok {
		return false
	}
	ref.Release()
	return true
}

func (t *table) clear() int {
	return run(func() int {
		n := len(t.waiting)
		for id, ref := range t.waiting {
			ref.Release()
			delete(t.waiting, id)
		}
		return n
	})
}

// size only looks.
func (t *table) size() int { return len(t.waiting) }
