// Package trusted has lists whose owners release all that is in them, and functions that hand on
// what they have in another list.
package trusted

import (
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Job struct {
	No    int
	Again bool
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

func get(no int) rcpool.Ref[Job] {
	j := jobs.Get()
	j.Value().No = no
	return j
}

type timed struct {
	until time.Time
	job   rcpool.Ref[Job]
}

type copied struct {
	path string
	body stdpool.ByteRef
}
