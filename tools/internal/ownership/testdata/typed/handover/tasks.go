// Package handover has references that change hands.
package handover

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Task is worked on by several hands.
type Task struct {
	ID    int
	Steps [16]int
}

var tasks = rcpool.Pool[Task]{Name: "tasks"}

var errRefused = errors.New("refused")

func prepare(t *Task, id int) error {
	if id < 0 {
		return errRefused
	}
	t.ID = id
	return nil
}

func show(*Task) {}

// open leases a task; there is one only if there is no error.
func open(id int) (rcpool.Ref[Task], error) {
	ref := tasks.Get()
	if err := prepare(ref.Value(), id); err != nil {
		ref.Release()
		return rcpool.Ref[Task]{}, err
	}
	return ref, nil
}

// complete takes the task over.
func complete(ref rcpool.Ref[Task]) {
	show(ref.Value())
	ref.Release()
}

// submit takes the task over, also if it fails.
func submit(queue chan<- rcpool.Ref[Task], ref rcpool.Ref[Task]) error {
	if ref.Value().ID == 0 {
		ref.Release()
		return errRefused
	}
	queue <- ref
	return nil
}

// borrow lends a task until the function that it returns is called.
func borrow(id int) (*Task, func()) {
	ref := tasks.Get()
	ref.Value().ID = id
	return ref.Value(), func() { ref.Release() }
}
