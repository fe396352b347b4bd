// Package movedout has functions that take a reference out of a variable of their
// caller, and leave zero there.
package movedout

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Job is work.
type Job struct{ Size int }

var jobs = rcpool.Pool[Job]{Name: "jobs"}

var errFull = errors.New("full")

// A queue owns the jobs in it.
type queue struct {
	ch   chan rcpool.Ref[Job]
	list []rcpool.Ref[Job]
}

// offer takes *job over unless the queue is full.
func (q *queue) offer(job *rcpool.Ref[Job]) error {
	select {
	case q.ch <- *job:
		*job = rcpool.Ref[Job]{}
		return nil
	default:
		return errFull
	}
}

// push takes *job over.
func (q *queue) push(job *rcpool.Ref[Job]) int {
	q.list = append(q.list, rcpool.Move(job))
	return len(q.list)
}

// size borrows *job.
func (q *queue) size(job *rcpool.Ref[Job]) int { return job.Value().Size }
