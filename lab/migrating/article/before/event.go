// Package before is the article's code; only its import was changed.
package before

import (
	"fmt"

	pool "github.com/rcpool/rcpool/classic"
)

type Event struct {
	pool.ReferenceCounter `sql:"-" json:"-" yaml:"-"`

	User string `json:"user"`
}

func ResetEvent(i interface{}) error {
	event, ok := i.(*Event)
	if !ok {
		return fmt.Errorf("illegal object %T", i)
	}
	event.User = ""
	return nil
}

var events = pool.NewReferenceCountedPool(
	func(counter pool.ReferenceCounter) pool.ReferenceCountable {
		event := new(Event)
		event.ReferenceCounter = counter
		return event
	}, ResetEvent)

func Handle(user string, publish func(*Event)) string {
	event := events.Get().(*Event)
	defer event.DecrementReferenceCount()

	event.User = user
	event.IncrementReferenceCount()
	go func() {
		defer event.DecrementReferenceCount()
		publish(event)
	}()
	return "hello " + event.User
}
