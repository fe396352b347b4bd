package typeparams

import "github.com/rcpool/rcpool"

// The goroutine has ended when the job is released.
func waits() {
	job := jobs.Get()
	value, done := job.Value(), make(chan struct{})
	go func() {
		defer close(done)
		value.N++
	}()
	wait(done)
	job.Release()
}

// The same, with a function that waits for one of two.
func waitsForOne() {
	job := jobs.Get()
	value, done := job.Value(), make(chan struct{})
	go func() {
		defer close(done)
		value.N++
	}()
	waitForOne(done, done)
	job.Release()
}

// What is received is released.
func next[C ~chan rcpool.Ref[Job]](from C) int {
	job, ok := <-from
	if !ok {
		return 0
	}
	defer job.Release()
	return job.Value().N
}

// Each way releases it.
func firstOrNone(n int) float64 {
	a := NewNumbers[float64](n)
	if v := a.At(0); v > 1 {
		a.Release()
		return v
	}
	a.Release()
	return 0
}
