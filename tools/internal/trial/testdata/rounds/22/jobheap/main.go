// truth: correct

// Command jobheap runs jobs by priority; jobs can be cancelled while they wait.
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type job struct {
	id       int
	args     []string
	attempts int
}

func (j *job) Reset() {
	clear(j.args)
	*j = job{args: j.args[:0]}
}

var jobs = rcpool.Pool[job]{Name: "jobs"}

type item struct {
	prio int
	ref  rcpool.Ref[job]
	at   int
}

type queue []*item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].prio > q[j].prio }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].at, q[j].at = i, j
}
func (q *queue) Push(x any) {
	it := x.(*item)
	it.at = len(*q)
	*q = append(*q, it)
}
func (q *queue) Pop() any {
	last := len(*q) - 1
	it := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	it.at = -1
	return it
}

type scheduler struct {
	q    queue
	byID map[int]*item
}

var errDuplicate = errors.New("duplicate job")

func (s *scheduler) submit(id, prio int, args ...string) error {
	ref := jobs.Get()
	defer rcpool.Drop(&ref)
	j := ref.Value()
	j.id = id
	j.args = append(j.args, args...)
	if _, ok := s.byID[id]; ok {
		return errDuplicate
	}
	it := &item{prio: prio, ref: rcpool.Move(&ref)}
	s.byID[id] = it
	heap.Push(&s.q, it)
	return nil
}

func (s *scheduler) cancel(id int) bool {
	it, ok := s.byID[id]
	if !ok {
		return false
	}
	delete(s.byID, id)
	if it.at >= 0 {
		heap.Remove(&s.q, it.at)
	}
	it.ref.Release()
	return true
}

func (s *scheduler) step(run func(*job) error) bool {
	if s.q.Len() == 0 {
		return false
	}
	it := heap.Pop(&s.q).(*item)
	j := it.ref.Value()
	j.attempts++
	if err := run(j); err != nil && j.attempts < 3 {
		it.prio--
		heap.Push(&s.q, it)
		return true
	}
	delete(s.byID, j.id)
	it.ref.Release()
	return true
}

func main() {
	s := &scheduler{byID: map[int]*item{}}
	for i, args := range [][]string{{"a"}, {"b", "c"}, {"fail"}, {"d"}} {
		if err := s.submit(i, i%3, args...); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.submit(1, 9, "again"), s.cancel(3), s.cancel(7))
	for s.step(func(j *job) error {
		fmt.Println(j.id, j.args, j.attempts)
		if j.args[0] == "fail" {
			return errors.New("failed")
		}
		return nil
	}) {
	}
	fmt.Println(len(s.byID), s.q.Len())
}
