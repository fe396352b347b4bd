// truth: correct

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Job struct {
	ID       int
	Attempts int
	Errors   []string
}

func (j *Job) Reset() {
	clear(j.Errors)
	*j = Job{Errors: j.Errors[:0]}
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

type item struct {
	job rcpool.Ref[Job]
	due int
}

type queue struct {
	ready []item
	dead  []rcpool.Ref[Job]
	now   int
}

func (q *queue) push(job rcpool.Ref[Job], delay int) {
	q.ready = append(q.ready, item{job, q.now + delay})
}

func (q *queue) pop() (rcpool.Ref[Job], bool) {
	for i := range q.ready {
		if q.ready[i].due <= q.now {
			job := q.ready[i].job
			q.ready = append(q.ready[:i], q.ready[i+1:]...)
			return job, true
		}
	}
	return rcpool.Ref[Job]{}, false
}

func (q *queue) step(handle func(*Job) error) bool {
	job, ok := q.pop()
	if !ok {
		q.now++
		return len(q.ready) > 0
	}
	defer rcpool.Drop(&job)
	j := job.Value()
	j.Attempts++
	err := handle(j)
	if err == nil {
		return true
	}
	j.Errors = append(j.Errors, err.Error())
	if j.Attempts >= 3 {
		q.dead = append(q.dead, rcpool.Move(&job))
		return true
	}
	q.push(rcpool.Move(&job), 1<<j.Attempts)
	return true
}

func (q *queue) Close() {
	for _, it := range q.ready {
		it.job.Release()
	}
	for _, job := range q.dead {
		job.Release()
	}
	q.ready, q.dead = nil, nil
}

func main() {
	errOdd := errors.New("odd")
	q := &queue{}
	defer q.Close()
	for id := range 9 {
		job := jobs.Get()
		job.Value().ID = id
		q.push(job, id%2)
	}
	done := 0
	for steps := 0; steps < 60 && q.step(func(j *Job) error {
		if j.ID%4 == 1 {
			return errOdd
		}
		if j.ID%2 == 1 && j.Attempts < 2 {
			return errOdd
		}
		done++
		return nil
	}); steps++ {
	}
	for _, job := range q.dead {
		fmt.Println(job.Value().ID, job.Value().Errors)
	}
	fmt.Println(done, len(q.ready), len(q.dead))
}
