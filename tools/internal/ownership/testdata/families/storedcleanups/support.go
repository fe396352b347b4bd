// Package storedcleanups has functions in fields that put something back when they are called.
package storedcleanups

import (
	"bytes"
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

type page struct{ lines []string }

var (
	pages   = rcpool.Pool[page]{Name: "pages"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

	errEmpty = errors.New("empty")
)

type session struct {
	undo     func()
	cleanups []func()
	named    map[string]func()
}

func (s *session) close() {
	if s.undo != nil {
		s.undo()
	}
	for _, f := range s.cleanups {
		f()
	}
	for _, f := range s.named {
		f()
	}
}
