// Package droppedstructs has structs in maps whose lists are released, and that are found no more then.
package droppedstructs

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type segment struct{ body []byte }

func (s *segment) Reset() { s.body = s.body[:0] }

var segments rcpool.Pool[segment]

var errLarge = errors.New("too large")

type upload struct {
	parts []rcpool.Ref[segment]
	size  int
}

type ticket struct{ owner string }
