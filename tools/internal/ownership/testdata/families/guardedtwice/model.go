// Package guardedtwice has references in variables that a deferred Drop guards, until they are moved
// to where they belong.
package guardedtwice

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type schema struct {
	id   int
	name string
}

func (s *schema) Reset() { *s = schema{} }

var schemas rcpool.Pool[schema]

var errExists = errors.New("table exists")
