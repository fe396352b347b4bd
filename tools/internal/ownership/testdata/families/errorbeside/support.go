// Package errorbeside has functions that are given what another function returns: a
// reference, and an error or a bool that tells whether there is one.
package errorbeside

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type item struct{ n int }

func (i *item) Reset() { *i = item{} }

var (
	items  rcpool.Pool[item]
	errBad = errors.New("bad number")
	failed int
	queue  = make(chan rcpool.Ref[item], 4)
)

func load(n int) (rcpool.Ref[item], error) {
	if n < 0 {
		return rcpool.Ref[item]{}, errBad
	}
	ref := items.Get()
	ref.Value().n = n
	return ref, nil
}

func find(n int) (rcpool.Ref[item], bool) {
	if n < 0 {
		return rcpool.Ref[item]{}, false
	}
	return items.Get(), true
}
