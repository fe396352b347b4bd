// Package untried is about functions that try something in a loop and return a zero reference beside
// the errors of all turns: without a turn, that is no error, but nothing was asked either.
package untried

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type quote struct{ cents int }

func (q *quote) Reset() { *q = quote{} }

var quotes rcpool.Pool[quote]

type ref = rcpool.Ref[quote]

var errSlow = errors.New("slow")

func ask(try int) (ref, error) {
	if try%2 == 0 {
		return ref{}, errSlow
	}
	return quotes.Get(), nil
}
