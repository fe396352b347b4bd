package heappushed

import (
	"container/heap"
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type scheduler1 struct{ queue queue }

// The heap has the task, and nobody has retained it.
func (s *scheduler1) at(due int) {
	task := get(due)
	heap.Push(&s.queue, task) // want "escape: "
	task.Release()
}

func useScheduler1() {
	s := new(scheduler1)
	defer s.queue.clear()
	s.at(1)
}

type scheduler2 struct{ queue queue }

// The deferred release is for the ways that fail.
func (s *scheduler2) at(due int) error {
	task := get(due)
	defer task.Release()
	if due < 0 {
		return errors.New("too late")
	}
	heap.Push(&s.queue, task) // want "escape: "
	return nil
}

func useScheduler2() error {
	s := new(scheduler2)
	defer s.queue.clear()
	return s.at(1)
}

type scheduler3 struct{ queue items }

// A struct with the task is in the heap.
func (s *scheduler3) at(due int) {
	task := get(due)
	heap.Push(&s.queue, item{due, task}) // want "escape: "
	task.Release()
}

func useScheduler3() {
	s := new(scheduler3)
	s.at(1)
	last := heap.Pop(&s.queue).(item)
	last.ref.Release()
}

type assembler1 struct{ early blocks }

// The block has the bytes.
func (a *assembler1) receive(no, n int) {
	bytes := stdpool.Bytes(n)
	defer bytes.Release()
	heap.Push(&a.early, &block{no, bytes}) // want "escape: "
}

func useAssembler1() {
	a := new(assembler1)
	a.receive(1, 8)
	b := heap.Pop(&a.early).(*block)
	b.bytes.Release()
}

type scheduler4 struct{ queue queue }

func (s *scheduler4) add(task rcpool.Ref[Task]) { heap.Push(&s.queue, task) }

// Who adds a task gives it away.
func useScheduler4() {
	s := new(scheduler4)
	defer s.queue.clear()
	task := get(1)
	s.add(task)
	task.Release() // want "double-release: "
}

type scheduler7 struct{ queue queue }

// The parameter is released, and the heap has it.
func (s *scheduler7) add(task rcpool.Ref[Task]) int {
	heap.Push(&s.queue, task) // want "escape: "
	defer task.Release()
	return len(s.queue)
}

func useScheduler7() {
	s := new(scheduler7)
	defer s.queue.clear()
	s.add(get(1))
}
