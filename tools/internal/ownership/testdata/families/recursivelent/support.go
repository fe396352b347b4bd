// Package recursivelent has functions that lead to themselves, and are lent the reference that they
// get.
package recursivelent

import (
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	No    int
	Tries int
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

type runner struct {
	run   func(*Job) error
	mu    sync.Mutex
	stops map[int]func() bool
	wait  time.Duration
}
