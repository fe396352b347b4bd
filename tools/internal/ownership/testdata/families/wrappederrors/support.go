// Package wrappederrors returns errors that another package has wrapped.
package wrappederrors

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var errFull = errors.New("full")

type record struct{ rows []int }

var records = rcpool.Pool[record]{Name: "records"}

func fill(r *record, n int) error {
	if n > 100 {
		return errFull
	}
	for k := range n {
		r.rows = append(r.rows, k)
	}
	return nil
}
