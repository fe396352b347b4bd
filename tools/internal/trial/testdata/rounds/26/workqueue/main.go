// truth: correct

// Command workqueue has a generic delaying queue for reconcilers.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Queue owns the items in it.
type Queue[K comparable, T any] struct {
	mu      sync.Mutex
	cond    *sync.Cond
	keyOf   func(*T) K
	items   []rcpool.Ref[T]
	pending map[K]int // index into items
	closed  bool
}

func NewQueue[K comparable, T any](keyOf func(*T) K) *Queue[K, T] {
	q := &Queue[K, T]{keyOf: keyOf, pending: map[K]int{}}
	q.cond = sync.NewCond(&q.mu)
	return q
}

var ErrClosed = errors.New("queue closed")

// Add takes the item over, also if it fails. An item with the same key that
// still waits is replaced.
func (q *Queue[K, T]) Add(item rcpool.Ref[T]) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		item.Release()
		return ErrClosed
	}
	key := q.keyOf(item.Value())
	if i, ok := q.pending[key]; ok {
		q.items[i].Release()
		q.items[i] = item
		return nil
	}
	q.pending[key] = len(q.items)
	q.items = append(q.items, item)
	q.cond.Signal()
	return nil
}

// Get waits for an item, which the caller owns.
func (q *Queue[K, T]) Get() (item rcpool.Ref[T], ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if q.closed {
			return item, false
		}
		q.cond.Wait()
	}
	item = rcpool.Move(&q.items[0])
	q.items = q.items[1:]
	delete(q.pending, q.keyOf(item.Value()))
	for k := range q.pending {
		q.pending[k]--
	}
	return item, true
}

func (q *Queue[K, T]) Close(drain bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if !drain {
		for i := range q.items {
			rcpool.Drop(&q.items[i])
		}
		q.items = nil
		clear(q.pending)
	}
	q.cond.Broadcast()
}

type Object struct {
	Name    string
	Version int
	Retries int
}

var objects = rcpool.Pool[Object]{Name: "objects"}

type reconciler struct {
	queue *Queue[string, Object]
	seen  map[string]int
}

func (r *reconciler) reconcile(o *Object) error {
	if o.Name == "flaky" && o.Retries < 2 {
		o.Retries++
		return errors.New("conflict")
	}
	r.seen[o.Name] = o.Version
	return nil
}

func (r *reconciler) step() bool {
	item, ok := r.queue.Get()
	if !ok {
		return false
	}
	if err := r.reconcile(item.Value()); err != nil {
		_ = r.queue.Add(item)
		return true
	}
	item.Release()
	return true
}

func object(name string, version int) rcpool.Ref[Object] {
	ref := objects.Get()
	*ref.Value() = Object{Name: name, Version: version}
	return ref
}

func main() {
	r := &reconciler{queue: NewQueue(func(o *Object) string { return o.Name }), seen: map[string]int{}}
	for v := range 3 {
		for _, name := range []string{"web", "flaky", "db"} {
			_ = r.queue.Add(object(name, v))
		}
	}
	for range 5 {
		r.step()
	}
	_ = r.queue.Add(object("web", 9))
	_ = r.queue.Add(object("cron", 1))
	r.queue.Close(true)
	for r.step() {
	}
	fmt.Println(r.seen, r.queue.Add(object("late", 1)))
	other := NewQueue(func(o *Object) int { return o.Version })
	_ = other.Add(object("a", 1))
	_ = other.Add(object("b", 1))
	other.Close(false)
	_, ok := other.Get()
	fmt.Println(ok, objects.Stats().InUse)
}
