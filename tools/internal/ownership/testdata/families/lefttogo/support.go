// Package lefttogo gives structs with references to goroutines, and does nothing with them any more.
package lefttogo

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var errEmpty = errors.New("empty")

// A Message is read from a connection.
type Message struct {
	Kind int
	Body []byte
}

// Reset clears the message.
func (m *Message) Reset() { m.Kind, m.Body = 0, m.Body[:0] }

var messages rcpool.Pool[Message]

type task struct {
	msg rcpool.Ref[Message]
	id  int
}

func (t *task) check() error {
	if len(t.msg.Value().Body) == 0 {
		return errEmpty
	}
	return nil
}

func (t *task) finish() { t.msg.Release() }

type registry struct{ tasks map[int]*task }

func (r *registry) add(t *task) { r.tasks[t.id] = t }

func (r *registry) close() {
	for _, t := range r.tasks {
		t.finish()
	}
}
