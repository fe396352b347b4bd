package movedout

// The refused job is lost.
func submitLost(q *queue, size int) error {
	job := jobs.Get() // want "leak: "
	job.Value().Size = size
	return q.offer(&job)
}

// The job is read when the variable is zero.
func enqueueZero(q *queue, size int) int {
	job := jobs.Get()
	job.Value().Size = size
	return q.push(&job) + job.Value().Size // want "zero-ref: "
}

// The queue only looks at the job.
func sizeLost(q *queue, size int) int {
	job := jobs.Get() // want "leak: "
	job.Value().Size = size
	return q.size(&job)
}
