package movedout

import "github.com/rcpool/rcpool"

// What is left in the variable is dropped.
func submit(q *queue, size int) error {
	job := jobs.Get()
	defer rcpool.Drop(&job)
	job.Value().Size = size
	return q.offer(&job)
}

// Without a deferred call, the refused job is released by hand.
func submitByHand(q *queue, size int) error {
	job := jobs.Get()
	job.Value().Size = size
	if err := q.offer(&job); err != nil {
		job.Release()
		return err
	}
	return nil
}

// The list has the job if it is not empty.
func enqueue(q *queue, size int) int {
	job := jobs.Get()
	defer rcpool.Drop(&job)
	job.Value().Size = size
	if size == 0 {
		return 0
	}
	return q.push(&job)
}
