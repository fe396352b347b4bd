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

type number interface{ ~int | ~float64 }

// Numbers count their references.
type Numbers[T number] struct {
	refs   int
	values []T
}

func NewNumbers[T number](n int) *Numbers[T] { return &Numbers[T]{1, make([]T, n)} }

func (a *Numbers[T]) Retain() { a.refs++ }

func (a *Numbers[T]) Release() { a.refs-- }

func (a *Numbers[T]) At(i int) T { return a.values[i] }

// A number that was read is no way to the object.
func firstOr(n int) float64 {
	a := NewNumbers[float64](n) // want "leak: "
	if v := a.At(0); v > 1 {
		return v
	}
	a.Release()
	return 0
}
