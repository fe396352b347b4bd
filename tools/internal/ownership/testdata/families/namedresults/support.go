// Package namedresults has deferred functions that look at the error which is returned.
package namedresults

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Message is an example.
type Message struct{ ID int }

var messages = rcpool.Pool[Message]{Name: "messages"}

func check(m *Message) error {
	if m.ID > 3 {
		return errors.New("too large")
	}
	return nil
}
