// Package readers has functions that are given a Ref, only read the object, and leave the Ref
// to their callers.
package readers

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type order struct{ cents, parts int }

func (o *order) Reset() { *o = order{} }

var orders rcpool.Pool[order]

var errEmpty = errors.New("empty")

func price(o rcpool.Ref[order]) int { return o.Value().cents * o.Value().parts }

// priceIfThere asks first.
func priceIfThere(o rcpool.Ref[order]) int {
	if !o.Valid() {
		return 0
	}
	return o.Value().cents
}

type till struct {
	queue chan rcpool.Ref[order]
	last  int
}

func (t *till) note(o rcpool.Ref[order]) error {
	if o.Value().parts == 0 {
		return errEmpty
	}
	t.last = o.Value().cents
	return nil
}
