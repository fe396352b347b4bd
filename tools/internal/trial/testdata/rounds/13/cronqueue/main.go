// truth: leak line 49 callee
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type task struct {
	name string
	due  int
	runs int
}

var tasks = rcpool.Pool[task]{Name: "cron.tasks"}

type dueHeap []rcpool.Ref[task]

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].Value().due < h[j].Value().due }
func (h dueHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *dueHeap) Push(x any)        { *h = append(*h, x.(rcpool.Ref[task])) }
func (h *dueHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	old[len(old)-1] = rcpool.Ref[task]{}
	*h = old[:len(old)-1]
	return last
}

type scheduler struct {
	ready  chan rcpool.Ref[task]
	missed int
}

// offer hands the task to a worker if one has room, and reports whether it did.
func (s *scheduler) offer(t rcpool.Ref[task]) bool {
	select {
	case s.ready <- t:
		return true
	default:
		return false
	}
}

func (s *scheduler) trigger(name string, due int) {
	t := tasks.Get()
	t.Value().name, t.Value().due = name, due
	if !s.offer(t) {
		s.missed++
		fmt.Println("missed", name)
	}
}

// work runs what is ready, in the order of its due times.
func (s *scheduler) work() {
	var h dueHeap
	for len(s.ready) > 0 {
		heap.Push(&h, <-s.ready)
	}
	for h.Len() > 0 {
		t := heap.Pop(&h).(rcpool.Ref[task])
		t.Value().runs++
		fmt.Println("run", t.Value().name, "at", t.Value().due)
		t.Release()
	}
}

func main() {
	s := &scheduler{ready: make(chan rcpool.Ref[task], 3)}
	for i, n := range []string{"backup", "rotate", "report", "vacuum"} {
		s.trigger(n, 10-i)
	}
	s.work()
	fmt.Println("missed", s.missed)
}
