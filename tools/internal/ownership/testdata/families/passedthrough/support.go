// Package passedthrough has references that pass through something which does not change
// them: a generic function, or another interface.
package passedthrough

import (
	"errors"

	"github.com/rcpool/rcpool"
	"google.golang.org/grpc/mem"
)

type event struct{ n int }

func (e *event) Reset() { *e = event{} }

var (
	events  rcpool.Pool[event]
	errLate = errors.New("too late")
	buffers mem.BufferPool
)

func same[T any](value T) T { return value }

func orElse[T any](value, other T, ok bool) T {
	if ok {
		return value
	}
	return other
}

type retainer interface{ Ref() }

type freer interface{ Free() }
