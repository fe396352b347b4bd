// Package typeparams has functions whose channels, slices and maps have types that are
// parameters.
package typeparams

import "github.com/rcpool/rcpool"

// A Job has a number.
type Job struct{ N int }

var jobs = rcpool.Pool[Job]{Name: "jobs", Reset: func(j *Job) { j.N = 0 }}

func wait[C ~chan T, T any](done C) { <-done }

func waitForOne[C ~chan T, T any](left, right C) {
	select {
	case <-left:
	case <-right:
	}
}
