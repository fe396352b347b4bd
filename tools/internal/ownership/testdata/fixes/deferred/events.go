// Package deferred has references that nobody gives up: a deferred release is
// what they lack.
package deferred

import (
	"encoding/json"
	"io"

	"github.com/rcpool/rcpool"
)

// An Event is what comes in.
type Event struct {
	ID   int
	Tags [4]string
}

var events = rcpool.Pool[Event]{Name: "events"}

func countTags(r io.Reader) (int, error) {
	// want +1 "leak: "
	ref := events.Get()
	e := ref.Value()
	if err := json.NewDecoder(r).Decode(e); err != nil {
		return 0, err
	}
	n := 0
	for _, tag := range e.Tags {
		n += len(tag)
	}
	return n, nil
}

func countAll(readers []io.Reader) (n int) {
	for _, r := range readers {
		n += func() int {
			// want +1 "leak: "
			ref := events.Get()
			if json.NewDecoder(r).Decode(ref.Value()) != nil {
				return 0
			}
			return ref.Value().ID
		}()
	}
	return n
}

func open(id int) (rcpool.Ref[Event], error) {
	if id < 0 {
		return rcpool.Ref[Event]{}, io.EOF
	}
	ref := events.Get()
	ref.Value().ID = id
	return ref, nil
}
