package classic

import (
	"encoding/json"
	"io"

	"github.com/rcpool/rcpool/classic"
)

// lost never decrements its event.
func lost(w io.Writer, name string) error {
	e := events.Get().(*Event) // want "^leak: "
	e.Name = name
	return json.NewEncoder(w).Encode(e)
}

// lostInvalid forgets the event that fails the check.
func lostInvalid(w io.Writer, name string) error {
	e := events.Get().(*Event) // want "^leak: "
	e.Name = name
	if err := check(e); err != nil {
		return err
	}
	defer e.DecrementReferenceCount()
	return json.NewEncoder(w).Encode(e)
}

// lostConstructed forgets the event of a constructor.
func lostConstructed(name, log string) {
	e := NewEvent(name, log) // want "^leak: "
	show(e)
}

// lostInLoop loses the events without a name.
func lostInLoop(names []string) {
	for _, name := range names {
		e := events.Get().(*Event) // want "^leak: "
		e.Name = name
		if check(e) != nil {
			continue
		}
		show(e)
		e.DecrementReferenceCount()
	}
}

// twice decrements by hand and by defer.
func twice(w io.Writer, name string) error {
	e := events.Get().(*Event)
	defer e.DecrementReferenceCount()
	e.Name = name
	if err := check(e); err != nil {
		e.DecrementReferenceCount() // want "^double-release: "
		return err
	}
	return json.NewEncoder(w).Encode(e)
}

// twiceByCounter decrements the counter, which is copied, and the event.
func twiceByCounter(name string) {
	e := events.Get().(*Event)
	e.Name = name
	show(e)
	counter := e.ReferenceCounter
	counter.DecrementReferenceCount()
	e.DecrementReferenceCount() // want "^(double-release|use-after-release): "
}

// twiceByInterface decrements through the interface, too.
func twiceByInterface(name string) {
	countable := events.Get()
	e := countable.(*Event)
	e.Name = name
	show(e)
	e.DecrementReferenceCount()
	countable.DecrementReferenceCount() // want "^double-release: "
}

// thrice increments once and decrements three times.
func thrice(name string) {
	e := NewEvent(name, "")
	e.IncrementReferenceCount()
	show(e)
	e.DecrementReferenceCount()
	e.DecrementReferenceCount()
	e.DecrementReferenceCount() // want "^(double-release|use-after-release): "
}

// nameAfter reads an event that may have another owner.
func nameAfter(name string) string {
	e := events.Get().(*Event)
	e.Name = name
	e.DecrementReferenceCount()
	return e.Name // want "^use-after-release: "
}

// tagsAfter walks the tags of an event that was reset.
func tagsAfter(tags ...string) (n int) {
	e := NewEvent("tags", "")
	e.Tags = append(e.Tags, tags...)
	kept := e.Tags
	e.DecrementReferenceCount()
	for _, tag := range kept { // want "^use-after-release: "
		n += len(tag)
	}
	return n
}

// revived increments an event when its last reference is gone.
func revived(name string) *Event {
	e := NewEvent(name, "")
	e.DecrementReferenceCount()
	e.IncrementReferenceCount() // want "^use-after-release: "
	return e
}

// background increments in the goroutine, which is too late.
func background(name string) {
	e := NewEvent(name, "")
	defer e.DecrementReferenceCount()
	go func() { // want "^escape: "
		e.IncrementReferenceCount()
		defer e.DecrementReferenceCount()
		show(e)
	}()
}

// publish decrements the event that the receiver reads.
func publish(queue chan<- *Event, name string) {
	e := NewEvent(name, "")
	defer e.DecrementReferenceCount()
	queue <- e // want "^(escape|double-release): "
}

// broadcast increments once for two receivers.
func broadcast(a, b chan<- *Event, name string) {
	e := events.Get().(*Event)
	defer e.DecrementReferenceCount()
	e.Name = name
	e.IncrementReferenceCount()
	a <- e
	b <- e // want "^(escape|double-release): "
}

// remember keeps an event that it decrements.
func (b *board) remember(name string) {
	e := events.Get().(*Event)
	e.Name = name
	b.latest = e // want "^escape: "
	e.DecrementReferenceCount()
}

// incremented increments for a goroutine that is not started.
func incremented(queue chan<- *Event, name string) error {
	e := NewEvent(name, "")
	defer e.DecrementReferenceCount()
	e.IncrementReferenceCount() // want "^leak: "
	if err := check(e); err != nil {
		return err
	}
	queue <- e
	return nil
}

// written thinks that the journal takes its reference over.
func written(j *journal, name string) {
	e := NewEvent(name, "") // missed "^leak: "
	j.write(e)
}

// eventOf returns an event that its deferred call decrements.
func eventOf(name string) classic.ReferenceCountable {
	e := events.Get().(*Event)
	defer e.DecrementReferenceCount()
	e.Name = name
	return e // want "^escape: "
}
