// truth: correct
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Task struct {
	Name string
	Due  int
	Runs int
}

type queue []rcpool.Ref[Task]

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Value().Due < q[j].Value().Due }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(rcpool.Ref[Task])) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	old[len(old)-1] = rcpool.Ref[Task]{}
	*q = old[:len(old)-1]
	return last
}

var errStop = errors.New("stop")

// scheduler owns the tasks in its heap.
type scheduler struct {
	tasks rcpool.Pool[Task]
	heap  queue
	now   int
}

func (s *scheduler) at(due int, name string) {
	task := s.tasks.Get()
	*task.Value() = Task{Name: name, Due: due}
	heap.Push(&s.heap, task)
}

// next hands out the task that is due first.
func (s *scheduler) next() (rcpool.Ref[Task], bool) {
	if len(s.heap) == 0 {
		return rcpool.Ref[Task]{}, false
	}
	return heap.Pop(&s.heap).(rcpool.Ref[Task]), true
}

// step runs one task. If again is positive, the task goes back with a new
// deadline, otherwise it is done.
func (s *scheduler) step(run func(*Task) (again int, err error)) error {
	task, ok := s.next()
	if !ok {
		return errStop
	}
	defer rcpool.Drop(&task)
	s.now = task.Value().Due
	task.Value().Runs++
	again, err := run(task.Value())
	if err != nil {
		return fmt.Errorf("%s: %w", task.Value().Name, err)
	}
	if again > 0 {
		task.Value().Due += again
		heap.Push(&s.heap, rcpool.Move(&task))
	}
	return nil
}

func (s *scheduler) shutdown() (left int) {
	for {
		task, ok := s.next()
		if !ok {
			return left
		}
		task.Release()
		left++
	}
}

func main() {
	var s scheduler
	s.at(5, "poll")
	s.at(1, "boot")
	s.at(9, "crash")
	s.at(40, "never")
	for {
		err := s.step(func(t *Task) (int, error) {
			fmt.Println(s.now, t.Name, t.Runs)
			switch t.Name {
			case "poll":
				return 3, nil
			case "crash":
				return 0, errStop
			}
			return 0, nil
		})
		if err != nil {
			fmt.Println(err)
			break
		}
	}
	fmt.Println(s.shutdown(), s.tasks.Stats().InUse)
}
