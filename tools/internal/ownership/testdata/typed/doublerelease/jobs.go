// Package doublerelease has references that are given up twice, and ones that
// only seem so.
package doublerelease

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Job is a unit of work.
type Job struct {
	ID       int
	Attempts int
	Body     [256]byte
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

var errBusy = errors.New("busy")

func run(j *Job) error {
	j.Attempts++
	if j.ID%2 == 0 {
		return errBusy
	}
	return nil
}

func count(*Job) {}

// finish runs the job and gives it up.
func finish(ref rcpool.Ref[Job]) {
	defer ref.Release()
	count(ref.Value())
}

// A worker holds the job it is at.
type worker struct {
	current rcpool.Ref[Job]
	once    sync.Once
}

// stop gives up the current job; it must be called once.
func (w *worker) stop() {
	w.current.Release()
}

// halt gives up the current job, and does nothing when called again.
func (w *worker) halt() {
	rcpool.Drop(&w.current)
}

// end gives up the current job at the first call.
func (w *worker) end() {
	w.once.Do(w.current.Release)
}
