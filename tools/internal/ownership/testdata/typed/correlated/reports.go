// Package correlated has conditions that depend on each other, and ones that
// only look as if they did.
package correlated

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Report is filled and sent.
type Report struct {
	ID    int
	Kind  int
	Rows  [64]int
	Draft bool
}

var reports = rcpool.Pool[Report]{Name: "reports"}

var errNoRows = errors.New("no rows")

func collect(r *Report, id int) error {
	if id%7 == 0 {
		return errNoRows
	}
	r.ID = id
	return nil
}

func print(*Report) {}

func logError(error) {}

// lookUp finds the template of a kind, or nil.
func lookUp(kind int) *[64]int {
	if kind > 3 {
		return nil
	}
	return new([64]int)
}

// tryOpen leases a report if the answer is true.
func tryOpen(id int) (ref rcpool.Ref[Report], ok bool) {
	if id < 0 {
		return ref, false
	}
	ref = reports.Get()
	ref.Value().ID = id
	return ref, true
}
