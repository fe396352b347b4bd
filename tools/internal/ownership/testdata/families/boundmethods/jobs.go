// Package boundmethods has methods that take a function, and some that have only the
// name of one, called through variables and interfaces.
package boundmethods

import "github.com/rcpool/rcpool"

// A Job has a number.
type Job struct{ N int }

var jobs = rcpool.Pool[Job]{Name: "jobs", Reset: func(j *Job) { j.N = 0 }}

func count(j *Job) { j.N++ }

// A holder is a reference to a job.
type holder interface {
	Hold(f func(*Job)) func()
}

// A Group starts what it consists of.
type Group interface{ Go() }

// A WaitGroup adds the numbers of jobs to that of its first one.
type WaitGroup struct{ first *Job }

// Go adds a number.
func (g *WaitGroup) Go(j *Job) { g.first.N += j.N }
