// Package classic holds the cases for package classic: objects that embed their
// counter.
package classic

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool/classic"
)

var errEmpty = errors.New("event has no name")

// Event is the event of the article.
type Event struct {
	classic.ReferenceCounter `sql:"-" json:"-"`

	Name string    `json:"name"`
	Log  string    `json:"log"`
	At   time.Time `json:"at"`
	Tags []string  `json:"tags"`
}

// Reset readies an event for its next owner.
func (e *Event) Reset() {
	e.Name = ""
	e.Log = ""
	e.At = time.Time{}
	e.Tags = e.Tags[:0]
}

func resetEvent(i interface{}) error {
	event, ok := i.(*Event)
	if !ok {
		return fmt.Errorf("illegal object %T", i)
	}
	event.Reset()
	return nil
}

var events = classic.NewReferenceCountedPool(
	func(counter classic.ReferenceCounter) classic.ReferenceCountable {
		event := new(Event)
		event.ReferenceCounter = counter
		return event
	}, resetEvent)

// AcquireEvent returns an event with one reference.
func AcquireEvent() *Event { return events.Get().(*Event) }

// NewEvent returns an event with one reference.
func NewEvent(name, log string) *Event {
	e := AcquireEvent()
	e.Name = name
	e.Log = log
	e.At = time.Now()
	return e
}

func check(e *Event) error {
	if e.Name == "" {
		return errEmpty
	}
	return nil
}

func show(e *Event) { fmt.Println(e.At, e.Name, e.Log) }

// journal keeps a reference to the last event.
type journal struct {
	mu   sync.Mutex
	last *Event
}

// write keeps a reference of its own.
func (j *journal) write(e *Event) {
	e.IncrementReferenceCount()
	j.mu.Lock()
	old := j.last
	j.last = e
	j.mu.Unlock()
	if old != nil {
		old.DecrementReferenceCount()
	}
}

// board shows the latest event.
type board struct {
	latest *Event
}
