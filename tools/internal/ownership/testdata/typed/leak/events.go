// Package leak has references that are lost, and ones that only seem so.
package leak

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// An Event is what the service takes in.
type Event struct {
	ID   int
	Kind string
	Tags []string
}

var events = rcpool.Pool[Event]{Name: "events"}

var errTooLarge = errors.New("event is too large")

func decode(r io.Reader, e *Event) error {
	return json.NewDecoder(r).Decode(e)
}

func save(w io.Writer, e *Event) error {
	return json.NewEncoder(w).Encode(e)
}

func note(*Event) {}

// A window is the time span of two events.
type window struct {
	first, last rcpool.Ref[Event]
}
