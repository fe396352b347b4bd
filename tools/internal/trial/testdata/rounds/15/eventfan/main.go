// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool/classic"
)

type event struct {
	classic.ReferenceCounter
	Kind  string
	Attrs []string
}

func newEvent(rc classic.ReferenceCounter) classic.ReferenceCountable {
	return &event{ReferenceCounter: rc}
}

func resetEvent(i interface{}) error {
	e, ok := i.(*event)
	if !ok {
		return errors.New("not an event")
	}
	clear(e.Attrs)
	e.Attrs = e.Attrs[:0]
	e.Kind = ""
	return nil
}

var events = classic.NewReferenceCountedPool(newEvent, resetEvent)

func acquire(kind string) *event {
	e := events.Get().(*event)
	e.Kind = kind
	return e
}

type sink struct {
	name string
	in   chan *event
	n    atomic.Int64
}

func (s *sink) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for e := range s.in {
		s.n.Add(int64(len(e.Attrs)))
		e.DecrementReferenceCount()
	}
}

type router struct {
	sinks map[string][]*sink
}

// route gives the event to all sinks of its kind. It takes over e.
func (r *router) route(e *event) error {
	defer e.DecrementReferenceCount()
	sinks := r.sinks[e.Kind]
	if len(sinks) == 0 {
		return fmt.Errorf("no sink for %s", e.Kind)
	}
	for _, s := range sinks {
		e.IncrementReferenceCount()
		select {
		case s.in <- e:
		default:
			e.DecrementReferenceCount()
		}
	}
	return nil
}

func main() {
	a := &sink{name: "a", in: make(chan *event, 100)}
	b := &sink{name: "b", in: make(chan *event, 100)}
	r := &router{map[string][]*sink{"login": {a, b}, "logout": {b}}}
	var wg sync.WaitGroup
	wg.Add(2)
	go a.run(&wg)
	go b.run(&wg)
	for i := range 30 {
		e := acquire([]string{"login", "logout", "crash"}[i%3])
		e.Attrs = append(e.Attrs, fmt.Sprint("n=", i), "v=1")
		if err := r.route(e); err != nil && i < 3 {
			fmt.Println(err)
		}
	}
	close(a.in)
	close(b.in)
	wg.Wait()
	fmt.Println(a.n.Load(), b.n.Load())
}
