package offered

import (
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
