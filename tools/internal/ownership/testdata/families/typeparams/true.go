package typeparams

import "github.com/rcpool/rcpool"

// The job is released before the goroutine has ended.
func waitsTooLate() {
	job := jobs.Get()
	value, done := job.Value(), make(chan struct{})
	go func() { // want "escape: "
		defer close(done)
		value.N++
	}()
	job.Release()
	wait(done)
}

// The same, with a function that waits for one of two.
func waitsTooLateForOne() {
	job := jobs.Get()
	value, done := job.Value(), make(chan struct{})
	go func() { // want "escape: "
		defer close(done)
		value.N++
	}()
	job.Release()
	waitForOne(done, done)
}

// What is received is released if it has a number.
func nextLost[C ~chan rcpool.Ref[Job]](from C) int {
	job, ok := <-from // want "leak: "
	if !ok || job.Value().N == 0 {
		return 0
	}
	defer job.Release()
	return job.Value().N
}
