package offered

import (
	"errors"
	"time"

	"github.com/rcpool/rcpool"
)

// What was not taken is released.
func (q *queue) triggerWell(name string) {
	t := tasks.Get()
	t.Value().name = name
	if !q.offer(t) {
		q.missed++
		t.Release()
	}
}

// It is offered until there is room.
func (q *queue) insist(name string) {
	t := tasks.Get()
	t.Value().name = name
	for !q.offer(t) {
		time.Sleep(time.Millisecond)
	}
}

// It is offered to another one.
func (q *queue) spill(name string) {
	t := tasks.Get()
	t.Value().name = name
	if !q.offer(t) {
		q.other <- t
	}
}

func (q *queue) try(t rcpool.Ref[task]) bool {
	select {
	case q.ready <- t:
		return true
	default:
		t.Release()
		return false
	}
}

// The function releases what it does not take.
func (q *queue) attempt(name string) {
	t := tasks.Get()
	t.Value().name = name
	if !q.try(t) {
		q.missed++
	}
}

var sinks = []sink{&recent{max: 3}, &counter{}}

// What no sink accepts is released.
func route(t rcpool.Ref[task]) error {
	for _, s := range sinks {
		if s.accept(t) {
			return nil
		}
	}
	defer t.Release()
	return errors.New("nobody takes " + t.Value().name)
}

// So it is with errors.
func fallBack(first, second sink) error {
	t := tasks.Get()
	t.Value().due = 1
	if err := first.store(t); err != nil {
		err = second.store(t)
		if err != nil {
			t.Release()
			return err
		}
	}
	return nil
}
