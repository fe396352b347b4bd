// Package heldgo has goroutines that use an object through what the function
// around them has borrowed.
package heldgo

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// An Event is searched and stored.
type Event struct {
	ID   int
	Body []byte
	Size atomic.Int64
}

var events = rcpool.Pool[Event]{
	Name: "events",
	Reset: func(e *Event) {
		e.ID = 0
		e.Body = e.Body[:0]
		e.Size.Store(0)
	},
	Memory: func(e *Event) []byte { return e.Body[:cap(e.Body)] },
}

func search(body []byte) (n int) {
	for _, b := range body {
		n += int(b)
	}
	return n
}

func index(e *Event) { e.Size.Store(int64(search(e.Body))) }

// A server counts what it does.
type server struct {
	wg  sync.WaitGroup
	out io.Writer
}

// spawn runs f in a goroutine that the server waits for.
func (s *server) spawn(f func()) { s.wg.Go(f) }
