// Package selectloops has loops around a select that receive references, send
// them, or stop.
package selectloops

import (
	"context"
	"io"
	"time"

	"github.com/rcpool/rcpool"
)

// An Event is written to a log.
type Event struct {
	Level int
	N     int
	Text  [128]byte
}

var events = rcpool.Pool[Event]{Name: "events"}

func (e *Event) set(text string) { e.N = copy(e.Text[:], text) }

func (e *Event) writeTo(w io.Writer) error {
	_, err := w.Write(e.Text[:e.N])
	return err
}

// A queue has a channel of references, and one that is closed to stop it.
type queue[T any] struct {
	refs chan rcpool.Ref[T]
	stop chan struct{}
}

func newQueue[T any](n int) *queue[T] {
	return &queue[T]{refs: make(chan rcpool.Ref[T], n), stop: make(chan struct{})}
}

// put hands ref over, or reports false if the queue is full; then the caller
// keeps it.
func (q *queue[T]) put(ref rcpool.Ref[T]) bool {
	select {
	case q.refs <- ref:
		return true
	default:
		return false
	}
}

// take returns a reference, or false if the context is done or the queue
// stopped.
func (q *queue[T]) take(ctx context.Context) (rcpool.Ref[T], bool) {
	select {
	case <-ctx.Done():
		return rcpool.Ref[T]{}, false
	case <-q.stop:
		return rcpool.Ref[T]{}, false
	case ref := <-q.refs:
		return ref, true
	}
}

// A logger has its state in fields.
type logger struct {
	in      chan rcpool.Ref[Event]
	quit    chan struct{}
	out     io.Writer
	ticker  *time.Ticker
	dropped int
}
