// Package limits has lists that are flushed when they have come to a limit.
package limits

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type event struct{ n int }

func (e *event) Reset() { e.n = 0 }

var events rcpool.Pool[event]

var errFull = errors.New("full")

type sink struct{ room int }

func (s *sink) put(list []rcpool.Ref[event]) error {
	for _, r := range list {
		if r.Value().n > s.room {
			return errFull
		}
	}
	return nil
}
