// Package heldtwice has containers of functions of Hold, each of which must be called once.
package heldtwice

import "github.com/rcpool/rcpool"

type Job struct {
	No   int
	Name string
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

func get(no int) rcpool.Ref[Job] {
	j := jobs.Get()
	j.Value().No = no
	return j
}
