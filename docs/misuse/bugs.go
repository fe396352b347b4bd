package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

// An Event is what the examples pool.
type Event struct {
	ID   int
	User string
	Tags []string
}

var events = rcpool.Pool[Event]{Name: "events"}

func doubleRelease() {
	event := events.Get()
	event.Release()
	event.Release() // the second time through the same reference
}

func staleRetain() {
	event := events.Get()
	event.Release()
	event.Go(func(e *Event) { fmt.Println(e.ID) }) // retains too late
}

func useAfterRelease() {
	event := events.Get()
	event.Release()
	event.Value().ID = 1
}

func leak() {
	event := events.Get()
	if event.Value().ID == 0 {
		return // and the reference is forgotten
	}
	event.Release()
}

func lateWrite() {
	event := events.Get()
	kept := event.Value()
	event.Release()
	kept.User = "somebody" // the *T was borrowed, and is overdue
}

// publish is slow, and uses the event in the end.
func publish(e *Event) {
	time.Sleep(time.Minute)
	fmt.Println(e.ID)
}

func keptPointer() {
	event := events.Get()
	defer event.Release()
	go publish(event.Value()) // publish has no reference of its own
}

var dirty = rcpool.Pool[Event]{
	Name: "dirty events",
	Reset: func(e *Event) {
		e.ID = 0
		e.Tags = e.Tags[:0] // capacity may stay
		// and User is forgotten
	},
}

func dirtyReset() {
	event := dirty.Get()
	event.Value().User = "somebody"
	event.Release()
}

var broken = rcpool.Pool[Event]{
	Name:  "broken events",
	Reset: func(e *Event) { e.Tags[0] = "" }, // there may be none
}

func resetPanic() {
	event := broken.Get()
	event.Release()
}

func tooManyRefs() {
	event := events.Get()
	for {
		event.Retain() // nobody releases them
	}
}

func detachShared() {
	event := events.Get()
	other := event.Retain()
	defer other.Release()
	event.Detach() // other would go on using it
}

func zeroRef() {
	event := events.Get()
	moved := rcpool.Move(&event)
	defer moved.Release()
	event.Value().ID = 1 // event is zero since it was moved
}

var nothing = rcpool.Pool[Event]{
	Name: "no events",
	New:  func() *Event { return nil },
}

func nilNew() {
	nothing.Get()
}

// staleRead is the bug of the article: an object is handed to a goroutine that
// has no reference of its own. It is shown to the race detector.
func staleRead() {
	event := events.Get()
	kept := event.Value()
	done := make(chan bool)
	go func() {
		time.Sleep(10 * time.Millisecond)
		fmt.Println(kept.ID) // reads when the lease is over
		done <- true
	}()
	event.Release()
	<-done
}
