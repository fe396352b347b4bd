// truth: correct

// Command jobheap is a scheduler of delayed jobs: a heap ordered by due time,
// with cancellation by name and a graceful end.
package main

import (
	"container/heap"
	"context"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type job struct {
	name string
	args []string
	due  int
	pos  int // in the heap
}

func (j *job) Reset() {
	clear(j.args)
	j.name, j.args, j.due, j.pos = "", j.args[:0], 0, 0
}

var jobs = rcpool.Pool[job]{Name: "jobs"}

// agenda implements heap.Interface. It owns its jobs.
type agenda []rcpool.Ref[job]

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, k int) bool { return a[i].Value().due < a[k].Value().due }
func (a agenda) Swap(i, k int) {
	a[i], a[k] = a[k], a[i]
	a[i].Value().pos = i
	a[k].Value().pos = k
}
func (a *agenda) Push(x any) {
	ref := x.(rcpool.Ref[job])
	ref.Value().pos = len(*a)
	*a = append(*a, ref)
}
func (a *agenda) Pop() any {
	n := len(*a) - 1
	last := (*a)[n]
	(*a)[n] = rcpool.Ref[job]{}
	*a = (*a)[:n]
	return last
}

type scheduler struct {
	agenda agenda
	byName map[string]rcpool.Ref[job] // references of its own
}

func (s *scheduler) schedule(name string, due int, args ...string) {
	s.cancel(name)
	ref := jobs.Get()
	j := ref.Value()
	j.name, j.due = name, due
	j.args = append(j.args, args...)
	s.byName[name] = ref.Retain()
	heap.Push(&s.agenda, ref)
}

func (s *scheduler) cancel(name string) bool {
	ref, ok := s.byName[name]
	if !ok {
		return false
	}
	delete(s.byName, name)
	defer ref.Release()
	queued := heap.Remove(&s.agenda, ref.Value().pos).(rcpool.Ref[job])
	queued.Release()
	return true
}

// runUntil runs what is due at now.
func (s *scheduler) runUntil(now int, run func(*job) error) (failed int) {
	for s.agenda.Len() > 0 && s.agenda[0].Value().due <= now {
		ref := heap.Pop(&s.agenda).(rcpool.Ref[job])
		if named, ok := s.byName[ref.Value().name]; ok {
			delete(s.byName, ref.Value().name)
			named.Release()
		}
		if err := run(ref.Value()); err != nil {
			failed++
		}
		ref.Release()
	}
	return failed
}

func (s *scheduler) stop() {
	for name := range s.byName {
		s.cancel(name)
	}
}

func main() {
	s := &scheduler{byName: map[string]rcpool.Ref[job]{}}
	s.schedule("backup", 30, "--full")
	s.schedule("vacuum", 10, "events", "users")
	s.schedule("report", 20)
	s.schedule("vacuum", 25, "events")
	s.schedule("rotate", 99)
	fmt.Println("cancelled:", s.cancel("report"), s.cancel("nothing"))
	failed := s.runUntil(40, func(j *job) error {
		fmt.Println("run", j.name, j.args)
		if len(j.args) == 0 {
			return fmt.Errorf("%s: no arguments", j.name)
		}
		return nil
	})
	s.stop()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println("failed:", failed, jobs.Drain(ctx))
}
