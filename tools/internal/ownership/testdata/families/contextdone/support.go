// Package contextdone waits for a channel or for the end of a context.
package contextdone

import "github.com/rcpool/rcpool"

// A Job is an example.
type Job struct{ ID int }

var jobs = rcpool.Pool[Job]{Name: "jobs"}
