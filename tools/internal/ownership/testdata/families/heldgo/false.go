package heldgo

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// The goroutine holds the lease, so what was borrowed before is valid in it.
func searchInBackground(event rcpool.Ref[Event]) {
	defer event.Release()
	value := event.Value()
	event.Go(func(*Event) { index(value) })
}

// The same with the memory of the object.
func searchBody(event rcpool.Ref[Event]) {
	defer event.Release()
	body := event.Value().Body
	event.Go(func(e *Event) { e.Size.Store(int64(search(body))) })
}

// The held call uses the outer value.
func searchHeld(s *server, event rcpool.Ref[Event]) {
	value := event.Value()
	s.spawn(event.Hold(func(*Event) { index(value) }))
	event.Release()
}

// The goroutine of one event uses another one that is held as long.
func copyBetween(s *server, from, to rcpool.Ref[Event]) {
	held := from.Retain()
	to.Go(func(e *Event) {
		defer held.Release()
		e.ID = held.Value().ID
	})
	from.Release()
	to.Release()
}

// Each turn of the loop has its own event and its own goroutine.
func searchAll(batch []rcpool.Ref[Event]) {
	for _, event := range batch {
		value := event.Value()
		event.Go(func(*Event) { index(value) })
		event.Release()
	}
}

// The goroutine is joined before the release.
func searchAndWait(event rcpool.Ref[Event]) int64 {
	defer event.Release()
	value := event.Value()
	var wg sync.WaitGroup
	wg.Go(func() { index(value) })
	wg.Wait()
	return value.Size.Load()
}

// Go within Go: the inner goroutine has a reference, too.
func searchTwice(event rcpool.Ref[Event]) {
	value := event.Value()
	inner := event.Retain()
	event.Go(func(*Event) {
		inner.Go(func(*Event) { index(value) })
		inner.Release()
	})
	event.Release()
}

// The function that is given to Go is a method value.
func writeLater(s *server, event rcpool.Ref[Event]) {
	defer event.Release()
	event.Go(s.write)
}

func (s *server) write(e *Event) { _, _ = s.out.Write(e.Body) }
