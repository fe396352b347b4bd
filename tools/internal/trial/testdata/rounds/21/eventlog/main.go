// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool/classic"
)

type Event struct {
	classic.ReferenceCounter
	Kind  string
	Order int
	Notes []string
}

var pool = classic.NewReferenceCountedPool(
	func(counter classic.ReferenceCounter) classic.ReferenceCountable {
		e := &Event{ReferenceCounter: counter}
		return e
	},
	func(i interface{}) error {
		e, ok := i.(*Event)
		if !ok {
			return fmt.Errorf("cannot reset a %T", i)
		}
		e.Kind, e.Order = "", 0
		clear(e.Notes)
		e.Notes = e.Notes[:0]
		return nil
	})

func newEvent(kind string, order int) *Event {
	e := pool.Get().(*Event)
	e.Kind, e.Order = kind, order
	return e
}

var errStopped = errors.New("stopped")

// topic delivers events to its subscribers. Each owns a reference.
type topic struct {
	mu   sync.RWMutex
	subs []chan *Event
	shut bool
}

func (t *topic) subscribe() <-chan *Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	ch := make(chan *Event, 2)
	t.subs = append(t.subs, ch)
	return ch
}

func (t *topic) publish(e *Event) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.shut {
		return errStopped
	}
	for _, ch := range t.subs {
		e.IncrementReferenceCount()
		ch <- e
	}
	return nil
}

func (t *topic) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shut = true
	for _, ch := range t.subs {
		close(ch)
	}
}

// latest keeps the last event of each order.
type latest struct{ events map[int]*Event }

func (l *latest) consume(in <-chan *Event) {
	for e := range in {
		if old := l.events[e.Order]; old != nil {
			old.DecrementReferenceCount()
		}
		l.events[e.Order] = e
		if e.Kind == "filled" {
			delete(l.events, e.Order)
			e.DecrementReferenceCount()
		}
	}
}

func (l *latest) close() (open int) {
	for id, e := range l.events {
		open++
		delete(l.events, id)
		e.DecrementReferenceCount()
	}
	return open
}

func main() {
	var t topic
	var wg sync.WaitGroup
	var notes atomic.Int64
	in := t.subscribe()
	wg.Go(func() {
		for e := range in {
			notes.Add(int64(len(e.Notes)))
			e.DecrementReferenceCount()
		}
	})
	keep := &latest{events: map[int]*Event{}}
	feed := t.subscribe()
	wg.Go(func() { keep.consume(feed) })

	emit := func(kind string, order int, notes ...string) error {
		e := newEvent(kind, order)
		defer e.DecrementReferenceCount()
		e.Notes = append(e.Notes, notes...)
		return t.publish(e)
	}
	for i := range 20 {
		kind := "accepted"
		if i%5 == 4 {
			kind = "filled"
		}
		if err := emit(kind, i%4, "a", "b"); err != nil {
			fmt.Println(err)
		}
	}
	t.stop()
	wg.Wait()
	fmt.Println(emit("accepted", 9), notes.Load(), keep.close())
	stats := pool.Stats()
	fmt.Println(stats["referenced"] == stats["returned"])
}
