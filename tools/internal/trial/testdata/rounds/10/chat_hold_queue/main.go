// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Room, Text string
}

// Executor runs each function exactly once, in order, also those that are
// left when it stops.
type Executor struct {
	mu    sync.Mutex
	cond  *sync.Cond
	todo  []func()
	stop  bool
	ended chan struct{}
}

func NewExecutor() *Executor {
	e := &Executor{ended: make(chan struct{})}
	e.cond = sync.NewCond(&e.mu)
	go e.run()
	return e
}

func (e *Executor) run() {
	defer close(e.ended)
	for {
		e.mu.Lock()
		for len(e.todo) == 0 && !e.stop {
			e.cond.Wait()
		}
		work := e.todo
		e.todo = nil
		e.mu.Unlock()
		if work == nil {
			return
		}
		for _, f := range work {
			f()
		}
	}
}

func (e *Executor) Submit(f func()) {
	e.mu.Lock()
	e.todo = append(e.todo, f)
	e.mu.Unlock()
	e.cond.Signal()
}

func (e *Executor) Stop() {
	e.mu.Lock()
	e.stop = true
	e.mu.Unlock()
	e.cond.Signal()
	<-e.ended
}

func main() {
	var messages rcpool.Pool[Message]
	e := NewExecutor()
	var log strings.Builder
	for i := range 5 {
		m := messages.Get()
		*m.Value() = Message{"ops", fmt.Sprintf("deploy %d", i)}
		e.Submit(m.Hold(func(m *Message) {
			fmt.Fprintf(&log, "%s: %s\n", m.Room, m.Text)
		}))
		m.Release()
	}
	e.Stop()
	fmt.Print(log.String(), messages.Stats().InUse, "\n")
}
