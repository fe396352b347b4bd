// truth: correct

// Command deadline-heap runs tasks in the order of their deadlines, and gives
// back those that are left when it is stopped.
package main

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type task struct {
	name string
	due  time.Time
	args []int
}

var tasks = rcpool.Pool[task]{
	Name:  "tasks",
	Reset: func(t *task) { t.name, t.due, t.args = "", time.Time{}, t.args[:0] },
}

type queue []rcpool.Ref[task]

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Value().due.Before(q[j].Value().due) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(rcpool.Ref[task])) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	t := rcpool.Move(&(*q)[last])
	*q = (*q)[:last]
	return t
}

type scheduler struct {
	mu    sync.Mutex
	queue queue
	wake  chan struct{}
}

func (s *scheduler) add(name string, after time.Duration, args ...int) {
	t := tasks.Get()
	v := t.Value()
	v.name, v.due = name, time.Now().Add(after)
	v.args = append(v.args, args...)
	s.mu.Lock()
	heap.Push(&s.queue, t)
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// next returns the next task that is due, which the caller owns, or how long to wait.
func (s *scheduler) next() (rcpool.Ref[task], time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return rcpool.Ref[task]{}, time.Hour
	}
	if wait := time.Until(s.queue[0].Value().due); wait > 0 {
		return rcpool.Ref[task]{}, wait
	}
	return heap.Pop(&s.queue).(rcpool.Ref[task]), 0
}

func (s *scheduler) run(ctx context.Context, do func(*task)) (left int) {
	for ctx.Err() == nil {
		t, wait := s.next()
		if t.IsZero() {
			select {
			case <-time.After(cmp.Or(wait, time.Millisecond)):
			case <-s.wake:
			case <-ctx.Done():
			}
			continue
		}
		do(t.Value())
		t.Release()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.queue.Len() > 0 {
		t := s.queue.Pop().(rcpool.Ref[task])
		t.Release()
		left++
	}
	return left
}

func main() {
	s := &scheduler{wake: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	s.add("late", time.Hour)
	s.add("second", 20*time.Millisecond, 2)
	s.add("first", time.Millisecond, 1, 2)
	left := s.run(ctx, func(t *task) {
		fmt.Println(t.name, t.args)
		if t.name == "second" {
			cancel()
		}
	})
	fmt.Println(left, "left")
}
