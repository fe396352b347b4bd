// Package interfaces has references that go through interfaces.
package interfaces

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Metric is measured, and written to sinks.
type Metric struct {
	Name  string
	Value float64
}

var metrics = rcpool.Pool[Metric]{Name: "metrics"}

var errClosed = errors.New("closed")

// A sink owns what it is given.
type sink interface {
	put(ref rcpool.Ref[Metric]) error
}

// A source gives what its caller owns then, unless it fails.
type source interface {
	next() (rcpool.Ref[Metric], error)
}

// A store borrows what it saves.
type store interface {
	save(m *Metric) error
}

// A releaser is a reference to an object of any type.
type releaser interface {
	Release()
}

// A discard is a sink.
type discard struct{}

func (discard) put(ref rcpool.Ref[Metric]) error {
	ref.Release()
	return nil
}
