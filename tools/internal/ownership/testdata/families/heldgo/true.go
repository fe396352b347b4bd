package heldgo

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// The goroutine holds nothing.
func searchUnheld(event rcpool.Ref[Event]) {
	defer event.Release()
	value := event.Value()
	go func() { index(value) }() // want "escape: "
}

// The body is read by a goroutine that holds nothing.
func searchBodyUnheld(sum chan<- int, event rcpool.Ref[Event]) {
	defer event.Release()
	body := event.Value().Body
	go func() { sum <- search(body) }() // want "escape: "
}

// The server runs the function when it likes.
func searchNotHeld(s *server, event rcpool.Ref[Event]) {
	value := event.Value()
	s.spawn(func() { index(value) }) // want "escape: "
	event.Release()
}

// The goroutine holds one event and uses the other one.
func copyFromReleased(from, to rcpool.Ref[Event]) {
	source := from.Value()
	to.Go(func(e *Event) { e.ID = source.ID }) // want "escape: "
	from.Release()
	to.Release()
}

// The goroutine of one turn uses the event of the turn before.
func searchPrevious(batch []rcpool.Ref[Event]) {
	var last *Event
	for _, event := range batch {
		previous := last
		last = event.Value()
		event.Go(func(*Event) {
			if previous != nil {
				index(previous) // want "(escape|use-after-release): "
			}
		})
		event.Release()
	}
}

// The goroutine is joined after the release.
func searchAndWaitLate(event rcpool.Ref[Event]) {
	value := event.Value()
	var wg sync.WaitGroup
	wg.Go(func() { index(value) }) // want "escape: "
	event.Release()
	wg.Wait()
}

// The inner goroutine holds nothing.
func searchTwiceUnheld(event rcpool.Ref[Event]) {
	event.Go(func(e *Event) {
		go index(e) // missed "escape: "
	})
	event.Release()
}

// The goroutine that is started by hand writes after the release.
func writeUnheld(s *server, event rcpool.Ref[Event]) {
	defer event.Release()
	go s.write(event.Value()) // want "escape: "
}
