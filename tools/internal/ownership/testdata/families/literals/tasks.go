// Package literals has function literals that are given to Hold, Go and With,
// and bodies of loops over functions.
package literals

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// A Task has a payload.
type Task struct {
	ID      int
	Payload []byte `rcpool:"keep"`
}

var tasks = rcpool.Pool[Task]{
	Name: "tasks",
	Reset: func(t *Task) {
		t.ID = 0
		t.Payload = t.Payload[:0]
	},
	Memory: func(t *Task) []byte { return t.Payload[:cap(t.Payload)] },
}

func process(t *Task) int { return t.ID + len(t.Payload) }

func processBytes(p []byte) int { return len(p) }

// A board remembers tasks and results.
type board struct {
	mu     sync.Mutex
	last   *Task
	latest []byte
	sum    int
}

func (b *board) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sum += n
}

// A queue owns its tasks.
type queue struct{ refs []rcpool.Ref[Task] }

// all yields the tasks, which the queue still owns.
func (q *queue) all() iter.Seq[rcpool.Ref[Task]] {
	return func(yield func(rcpool.Ref[Task]) bool) {
		for _, ref := range q.refs {
			if !yield(ref) {
				return
			}
		}
	}
}

// values yields the objects, for the time of the body.
func (q *queue) values() iter.Seq2[int, *Task] {
	return func(yield func(int, *Task) bool) {
		for i, ref := range q.refs {
			if !yield(i, ref.Value()) {
				return
			}
		}
	}
}

// drain yields the tasks, which the body owns. Those that the loop does not
// reach stay in the queue.
func (q *queue) drain() iter.Seq[rcpool.Ref[Task]] {
	return func(yield func(rcpool.Ref[Task]) bool) {
		for len(q.refs) > 0 {
			ref := q.refs[0]
			q.refs = q.refs[1:]
			if !yield(ref) {
				return
			}
		}
	}
}

// fresh yields n new tasks, which the body owns.
func fresh(n int) iter.Seq[rcpool.Ref[Task]] {
	return func(yield func(rcpool.Ref[Task]) bool) {
		for i := range n {
			ref := tasks.Get()
			ref.Value().ID = i
			if !yield(ref) {
				return
			}
		}
	}
}

const soon = time.Millisecond

var background = context.Background()
