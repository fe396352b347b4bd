package heappushed

import (
	"container/heap"
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type scheduler5 struct{ queue queue }

// The heap has a reference of its own.
func (s *scheduler5) at(due int) {
	task := get(due)
	heap.Push(&s.queue, task.Retain())
	task.Release()
}

func useScheduler5() {
	s := new(scheduler5)
	defer s.queue.clear()
	s.at(1)
}

type scheduler6 struct{ queue queue }

// What was moved is not released.
func (s *scheduler6) at(due int) error {
	task := get(due)
	defer rcpool.Drop(&task)
	if due < 0 {
		return errors.New("too late")
	}
	heap.Push(&s.queue, rcpool.Move(&task))
	return nil
}

func useScheduler6() error {
	s := new(scheduler6)
	defer s.queue.clear()
	return s.at(1)
}

// The index does not own the tasks.
func (w *wheel) remind(due int) []string {
	task := get(due)
	defer task.Release()
	heap.Push(&w.timers, timer{due, task})
	return w.fire(due)
}

type assembler2 struct{ early blocks }

// The window into the bytes is another reference.
func (a *assembler2) receive(no, n int) {
	bytes := stdpool.Bytes(n)
	defer bytes.Release()
	heap.Push(&a.early, &block{no, bytes.Slice(0, n/2)})
}

func useAssembler2() {
	a := new(assembler2)
	a.receive(1, 8)
	b := heap.Pop(&a.early).(*block)
	b.bytes.Release()
}

// The heap is the function's own, and has nothing when it returns.
func merge(a, b int) (sum int) {
	first, second := get(a), get(b)
	var q queue
	heap.Push(&q, first)
	heap.Push(&q, second)
	for q.Len() > 0 {
		sum = sum*10 + heap.Pop(&q).(rcpool.Ref[Task]).Value().Due
	}
	first.Release()
	second.Release()
	return sum
}

type job interface{ run() int }

type count struct{ ref rcpool.Ref[Task] }

func (c count) run() int {
	defer c.ref.Release()
	return c.ref.Value().Due
}

type ranked struct {
	rank int
	job  job
}

type jobs []ranked

func (q jobs) Len() int           { return len(q) }
func (q jobs) Less(i, j int) bool { return q[i].rank < q[j].rank }
func (q jobs) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *jobs) Push(x any)        { *q = append(*q, x.(ranked)) }
func (q *jobs) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

type runner struct{ jobs jobs }

func (r *runner) submit(rank int, j job) { heap.Push(&r.jobs, ranked{rank, j}) }

// What is pushed as an interface has the task, and releases it when it runs.
func useRunner() (sum int) {
	r := new(runner)
	r.submit(2, count{get(2)})
	r.submit(1, count{get(1)})
	for len(r.jobs) > 0 {
		sum += heap.Pop(&r.jobs).(ranked).job.run()
	}
	return sum
}
