package classic

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

// encoded decrements its event by defer.
func encoded(w io.Writer, name string) error {
	e := events.Get().(*Event)
	defer e.DecrementReferenceCount()
	e.Name = name
	return json.NewEncoder(w).Encode(e)
}

// encodedValid decrements the event that fails the check, too.
func encodedValid(w io.Writer, name string) error {
	e := events.Get().(*Event)
	e.Name = name
	if err := check(e); err != nil {
		e.DecrementReferenceCount()
		return err
	}
	defer e.DecrementReferenceCount()
	return json.NewEncoder(w).Encode(e)
}

// constructed decrements the event of a constructor.
func constructed(name, log string) {
	e := NewEvent(name, log)
	show(e)
	e.DecrementReferenceCount()
}

// inLoop decrements each event.
func inLoop(names []string) {
	for _, name := range names {
		e := events.Get().(*Event)
		e.Name = name
		if check(e) == nil {
			show(e)
		}
		e.DecrementReferenceCount()
	}
}

// asserted looks whether it is an event, and decrements whatever it is.
func asserted(p *classic.ReferenceCountedPool, name string) error {
	countable := p.Get()
	defer countable.DecrementReferenceCount()
	e, ok := countable.(*Event)
	if !ok {
		return errEmpty
	}
	e.Name = name
	return check(e)
}

// byCounter decrements two references, one of them through the counter.
func byCounter(name string) {
	e := events.Get().(*Event)
	e.Name = name
	counter := e.ReferenceCounter
	e.IncrementReferenceCount()
	show(e)
	counter.DecrementReferenceCount()
	e.DecrementReferenceCount()
}

// byInterface increments through the interface, and decrements the event.
func byInterface(name string) {
	e := events.Get().(*Event)
	e.Name = name
	var countable classic.ReferenceCountable = e
	countable.IncrementReferenceCount()
	show(e)
	e.DecrementReferenceCount()
	countable.DecrementReferenceCount()
}

// twiceEach increments once and decrements twice.
func twiceEach(name string) {
	e := NewEvent(name, "")
	e.IncrementReferenceCount()
	show(e)
	e.DecrementReferenceCount()
	show(e)
	e.DecrementReferenceCount()
}

// nameBefore reads a string, which nobody changes.
func nameBefore(name string) string {
	e := events.Get().(*Event)
	e.Name = name
	title := e.Name
	e.DecrementReferenceCount()
	return title
}

// tagsBefore walks a copy of the tags.
func tagsBefore(tags ...string) (n int) {
	e := NewEvent("tags", "")
	e.Tags = append(e.Tags, tags...)
	kept := append([]string(nil), e.Tags...)
	e.DecrementReferenceCount()
	for _, tag := range kept {
		n += len(tag)
	}
	return n
}

// renewed has another event when the first is gone.
func renewed(name string) *Event {
	e := NewEvent(name, "")
	e.DecrementReferenceCount()
	e = NewEvent(name, "again")
	e.IncrementReferenceCount()
	e.DecrementReferenceCount()
	return e
}

// backgroundCounted increments before it starts the goroutine.
func backgroundCounted(name string) {
	e := NewEvent(name, "")
	defer e.DecrementReferenceCount()
	e.IncrementReferenceCount()
	go func() {
		defer e.DecrementReferenceCount()
		show(e)
	}()
}

// publishAll increments before each send; who receives decrements.
func publishAll(name string, queues ...chan<- *Event) {
	e := NewEvent(name, "")
	defer e.DecrementReferenceCount()
	for _, queue := range queues {
		e.IncrementReferenceCount()
		queue <- e
	}
}

// broadcastLast gives its own reference to the second receiver.
func broadcastLast(a, b chan<- *Event, name string) {
	e := events.Get().(*Event)
	e.Name = name
	e.IncrementReferenceCount()
	a <- e
	b <- e
}

// rememberCounted increments the event that it keeps.
func (b *board) rememberCounted(name string) {
	e := events.Get().(*Event)
	e.Name = name
	e.IncrementReferenceCount()
	b.latest = e
	e.DecrementReferenceCount()
}

// consume decrements what it receives.
func consume(queue <-chan *Event, use func(*Event)) {
	for e := range queue {
		use(e)
		e.DecrementReferenceCount()
	}
}

// writtenOnce decrements its own reference; the journal has another.
func writtenOnce(j *journal, name string) {
	e := NewEvent(name, "")
	j.write(e)
	e.DecrementReferenceCount()
}

// joined decrements when the goroutines are done.
func joined(name string, uses ...func(*Event)) {
	e := events.Get().(*Event)
	defer e.DecrementReferenceCount()
	e.Name = name
	var wg sync.WaitGroup
	for _, use := range uses {
		wg.Go(func() { use(e) })
	}
	wg.Wait()
}
