// Package maybefilled has references that other functions set, if they have reason to.
// The function that reads them knows that they had.
package maybefilled

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type cup struct{ size int }

var cups rcpool.Pool[cup]

var errNegative = errors.New("negative")

func get(size int) rcpool.Ref[cup] {
	c := cups.Get()
	c.Value().size = size
	return c
}
